import type { HistoryEntry } from '@/api/models'

/** Fields of the log that people know by a name, and the message that has it. */
export const namedFields = {
  name: 'name',
  email: 'email',
  desk: 'desk',
  status: 'status',
  reseller_type: 'type',
  payment_method: 'payment',
  collect_type: 'collects',
  commission_ppm: 'commission',
  commission_amount: 'col_commission_amount',
  wholesale_ppm: 'shareOfPrice',
  credit_limit_amount: 'credit_limit_amount',
  topup_balance: 'topup_balance',
  invoice_terms_days: 'termsDays',
  promo_link_code: 'promoCode',
  tax_id: 'taxId',
  address: 'address',
  note: 'note',
  nickname: 'cardName',
} as const
/** What is too long to be told value by value, and the message that names it. */
const areas = {
  terms: 'tab_experiences',
  contacts: 'contacts',
  allow: 'allow',
  communication: 'confirmations',
  remittance: 'payout',
  basis: 'base',
  is_addons_commissionable: 'base',
  is_products_commissionable: 'base',
  is_fees_commissionable: 'base',
  rounding: 'base',
  restriction_id: 'bookingRules',
  is_voucher_required: 'col_is_voucher_required',
  is_agent_required: 'col_is_agent_required',
} as const
type Area = keyof typeof areas

/** The messages that name what else an entry changed, each once. */
export function areasOf(entry: Pick<HistoryEntry, 'changes'>) {
  return [...new Set(entry.changes.flatMap(({ field }) => (field in areas ? [areas[field as Area]] : [])))]
}

export type NamedField = keyof typeof namedFields

const fields = Object.keys(namedFields) as NamedField[]
export type Told = { field: NamedField; before: unknown; after: unknown }

/** What an entry says in fields that people know by name; what else it changed, `areasOf` names. */
export function toldOf(entry: Pick<HistoryEntry, 'changes'>): Told[] {
  return entry.changes.flatMap(({ field, before = null, after = null }) => {
    const name = fields.find((one) => one === field)
    const isNothing = (value: unknown) => value === null || value === ''
    const isSame = before === after || (isNothing(before) && isNothing(after))
    return name && !isSame ? [{ field: name, before, after }] : []
  })
}
