/** A trip's bill as the server makes it; the same lines stand in every mail and on every paper. */

/** One line, in minor units; `term` is what the product itself calls so, else `label` is the operator's word. */
export type BillLine = {
  kind: string
  term: 'booking_fee' | 'cancellation_fee' | 'processing_fee' | 'discount' | 'rounding' | null
  label: string
  qty: number
  amount: number
  is_inclusive: boolean
  trip_order_id: number | null
}

/** What, and how many where there are several. */
export const nameOf = (label: string, qty: number): string => (qty > 1 ? `${label} × ${qty}` : label)
