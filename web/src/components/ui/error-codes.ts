/** Codes of refusals that any screen can meet, or a desk that takes and gives back money: told in our own words. */
export const known = [
  'offline',
  'forbidden',
  'not_found',
  'rate_limited',
  'stale_version',
  'trip_locked',
  'account_suspended',
  'at_counter',
  'support_ended',
  'support_read_only',
  'support_access_open',
  'support_access_over',
  'gateway_payment',
  'gift_card_in_use',
  'money_not_settled',
  'nothing_due',
  'overpayment',
  'paid_at_partner',
  'payment_in_progress',
  'payment_required',
  'price_changed',
  'plan_limit_reached',
  'feature_off',
  'refund_changed',
  'refund_exceeds',
  'refund_instead',
  'refund_refused',
  'terminal_refund_required',
] as const
export type Known = (typeof known)[number]

/** The code whose words are ours; null where the server's own sentence says more. */
export const wordOf = (code: string): Known | null => known.find((one) => one === code) ?? null
