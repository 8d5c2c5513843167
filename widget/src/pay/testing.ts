/** A payment link as the server describes it, for tests. */
import type { PayLink } from './types'

export const linkWith = (changes: Partial<PayLink> = {}): PayLink => ({
  state: 'open',
  amount_mode: 'balance',
  amount: 11_807,
  sent_amount: null,
  currency: 'EUR',
  expires_at: '2026-11-17T18:00:00Z',
  note: '',
  operator: {
    name: 'Kajakschule Nord',
    logo_url: null,
    brand_color: '#0b6e63',
    phone: '+49 431 1234567',
    locale: 'en',
    time_zone: 'Europe/Berlin',
  },
  trip: { confirmation_code: 'K123QX', first_name: 'Mara', total: 15_807, paid: 4000, balance: 11_807, portal_url: '/customerPortal?trip=abc' },
  orders: [
    { experience_name: 'Sunset kayak tour', hero_image: null, date: '2026-11-27', start_time: '16:30', guest_cnt: 3 },
  ],
  billLines: [
    { kind: 'ticket', term: null, label: 'Adult', qty: 2, amount: 9800, is_inclusive: false, trip_order_id: 7 },
    { kind: 'ticket', term: null, label: 'Child', qty: 1, amount: 2907, is_inclusive: false, trip_order_id: 7 },
    { kind: 'booking_fee', term: 'booking_fee', label: 'Booking fee', qty: 1, amount: 3100, is_inclusive: false, trip_order_id: null },
    { kind: 'tax', term: null, label: 'VAT', qty: 1, amount: 1200, is_inclusive: true, trip_order_id: null },
  ],
  guests: [
    { booking_id: 1, name: 'Mara Lund', type: 'Adult', due_amount: 4900 },
    { booking_id: 2, name: 'Jonas Lund', type: 'Adult', due_amount: 0 },
    { booking_id: 3, name: '', type: 'Child', due_amount: 2907 },
  ],
  tip: { base_amount: 11_807, suggestions_ppm: [100_000, 150_000, 200_000] },
  gift_card: null,
  payment: {
    provider: 'stripe',
    publishable_key: 'pk_test_dev',
    script_url: '/dev/stripe.js',
    is_test: true,
    gateway_account: null,
    keeps_card: false,
  },
  receipts: [],
  ...changes,
})
