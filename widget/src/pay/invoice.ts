/** An invoice that a partner pays, as the payment page reads what the server says of it. */
import type { BillLine } from '../bill'
import type { LinkState, PayLink } from './types'

/** What is to be paid of an invoice; money is in minor units. */
export type InvoiceLink = {
  state: Exclude<LinkState, 'expired'>
  number: string
  reseller_name: string
  currency: string
  total: number
  paid: number
  balance: number
  amount: number
  trips_cnt: number
  due_date: string | null
  is_overdue: boolean
  operator: PayLink['operator']
  payment: PayLink['payment']
  receipts: { amount: number; returned_amount: number; paid_at: string; card: { brand: string; last4: string } | null }[]
}

/** The address of an invoice begins with a letter, that of a trip's request with a digit. */
export const isInvoice = (secret: string): boolean => secret.startsWith('i')

const noLines: BillLine[] = []

/** An invoice as the page shows whatever is paid on it: without guests, tips and gift cards. */
export const asLink = (found: InvoiceLink): PayLink => ({
  state: found.state,
  amount_mode: 'fixed',
  amount: found.amount,
  sent_amount: null,
  currency: found.currency,
  expires_at: null,
  note: '',
  operator: found.operator,
  trip: {
    confirmation_code: found.number,
    first_name: '',
    total: found.total,
    paid: found.paid,
    balance: found.balance,
    portal_url: null,
  },
  orders: [],
  billLines: noLines,
  guests: [],
  tip: null,
  gift_card: null,
  payment: found.payment,
  receipts: found.receipts.map((one) => ({ ...one, tip_amount: 0, method: 'card' })),
  invoice: {
    reseller_name: found.reseller_name,
    due_date: found.due_date,
    is_overdue: found.is_overdue,
    trips_cnt: found.trips_cnt,
  },
})
