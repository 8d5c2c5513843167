import type { HistoryEntry } from '@/api/models'

export type Told = { field: string; before: unknown; after: unknown }

/** What an entry says of the trip's money and people, as far as people need to read it; ids are left out. */
export function toldOf(entry: HistoryEntry): Told[] {
  return entry.changes
    .map(({ field, before, after }) => ({ field, before: before ?? null, after: after ?? null }))
    .filter(({ field, before, after }) => !isInner(field) && (!isNothing(before) || !isNothing(after)))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    .slice(0, 8)
}

const inner = /(^|_)(id|ids|version|hash|uuid|currency|token)$/

const isInner = (field: string) => inner.test(field) || field.startsWith('_')

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
  /(_amount|^amount|^total|^balance|^subtotal|^discount|^deposit|^price|_price|^paid|^refunded|^keep|^retained|^commission|^refund)$/

/** Fields of the log that have a name in every language. */
export const namedFields = [
  'pax_cnt',
  'total_amount',
  'balance_amount',
  'discount_amount',
  'tax_amount',
  'fee_amount',
  'deposit_due_amount',
  'deposit_override_amount',
  'commission_amount',
  'amount',
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
  'subtotal_amount',
  'booking_fee_amount',
] as const
