import type { HistoryEntry } from '@/api/models'

/** Fields of the log that have a name in every language. */
export const namedFields = [
  'name',
  'email',
  'desk',
  'status',
  'reseller_type',
  'payment_method',
  'collect_type',
  'commission_ppm',
  'commission_amount',
  'wholesale_ppm',
  'credit_limit_amount',
  'topup_balance',
  'invoice_terms_days',
  'promo_link_code',
  'tax_id',
  'address',
  'note',
  'nickname',
  'last4',
] as const
export type NamedField = (typeof namedFields)[number]
export type Told = { field: NamedField; before: unknown; after: unknown }

/** What an entry says in fields that people know by name; long lists such as the terms are only named by what was done. */
export function toldOf(entry: Pick<HistoryEntry, 'changes'>): Told[] {
  return entry.changes.flatMap(({ field, before = null, after = null }) => {
    const name = namedFields.find((one) => one === field)
    const isNothing = (value: unknown) => value === null || value === ''
    const isSame = before === after || (isNothing(before) && isNothing(after))
    return name && !isSame ? [{ field: name, before, after }] : []
  })
}
