import type { HistoryEntry } from '@/api/models'

export type Told = { field: (typeof namedFields)[number]; before: unknown; after: unknown }

/** What an entry says of the trip's money and people, as far as it has a name people know; the rest is left out. */
export function toldOf(entry: HistoryEntry): Told[] {
  return entry.changes.flatMap((change) => {
    const name = nameOf(change.field)
    const before = change.before ?? null
    const after = change.after ?? null
    const isSame = JSON.stringify(before) === JSON.stringify(after) || (isNothing(before) && isNothing(after))
    return name && !isSame ? [{ field: name, before, after }] : []
  })
}

/** The contact's name is told as a name, whichever table it stands in. */
const nameOf = (field: string) => namedFields.find((one) => one === field || `contact_${one}` === field)

const isNothing = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

export type Kind = 'money' | 'instant' | 'day' | 'yes' | 'number' | 'list' | 'text'

/** What kind of value a field has, by its name and the value itself. */
export function kindOf(field: string, value: unknown): Kind {
  if (typeof value === 'boolean') return 'yes'
  if (typeof value === 'number') return moneys.test(field) ? 'money' : 'number'
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'string') return 'text'
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return 'instant'
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'day' : 'text'
}

const moneys =
  /(_amount|_rounding|^amount|^total|^balance|^subtotal|^discount|^deposit|^price|_price|^paid|^refunded|^keep|^retained|^commission|^refund)$/

/** Fields of the log that have a name in every language. */
export const namedFields = [
  'pax_cnt',
  'total_amount',
  'balance_amount',
  'discount_amount',
  'tax_amount',
  'fee_amount',
  'deposit_override_amount',
  'commission_amount',
  'amount',
  'cash_rounding',
  'status',
  'start_at',
  'first_start_at',
  'experience',
  'group_name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'is_comped',
  'unit_amount',
  'is_tax_exempt',
  'price_mode',
  'body',
  'note',
  'comment',
  'qty',
  'code',
  'method',
  'name',
  'paid_amount',
  'booking_fee_amount',
] as const
