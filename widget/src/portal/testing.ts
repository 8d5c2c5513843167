/** A trip as the server describes it to its customer, for tests. */
import type { Action, Portal } from './types'

export const allowed: Action = { is_allowed: true, reason: null, until: null }
export const refused = (reason: string, until: string | null = null): Action => ({ is_allowed: false, reason, until })

const guest = (booking_id: number, first_name: string, last_name: string): Portal['orders'][number]['guests'][number] => ({
  booking_id,
  first_name,
  last_name,
  ticket: 'Adult',
  email_hint: '',
  phone_hint: '',
  is_birth_date_asked: false,
  is_birth_date_known: false,
  is_checked_in: false,
  questions: [],
})

export const portalWith = (changes: Partial<Portal> = {}): Portal => ({
  trip: {
    hash: 'abc',
    confirmation_code: 'K123QX',
    status: { slug: 'reserved', name: 'Reserved' },
    schedule_state: 'scheduled',
    contact: { first_name: 'Mara', last_name: 'Lund' },
    currency: 'EUR',
    totals: { total: 9800, paid: 9800, balance: 0, tip: 0 },
    is_price_hidden: false,
    tripOrders: [
      {
        id: 7,
        experience: { id: 3, name: 'Sunset kayak tour', hero_image: null, meeting_point: 'Pier 4' },
        timeslot: { id: 70, date: '2026-11-27', start_time: '16:30', start_at: '2026-11-27T15:30:00Z', end_at: '2026-11-27T17:30:00Z' },
        status: 'active',
      },
    ],
    billLines: [{ kind: 'ticket', term: null, label: 'Adult', qty: 2, amount: 9800, is_inclusive: false, trip_order_id: 7 }],
    giftCards: [],
  },
  payments: { due_amount: 0, due_at: null, is_payable: false, collected_by: null },
  properties: { time_zone: 'Europe/Berlin', locale: 'en', brand_color: '#0b6e63', logo_url: null, tip_mode: 'disabled' },
  account: { slug: 'nord', name: 'Kajakschule Nord', phone: '+49 431 1234567', email: 'hello@nord.example' },
  documents: [{ slug: 'calendar', title: 'Calendar file', url: '/api/customerPortal/abc/calendar.ics' }],
  waivers_required: [],
  actions: {
    rebook: allowed,
    cancel: allowed,
    add_guests: allowed,
    edit_guests: allowed,
    pay: refused('nothing_due'),
    tip: refused('off'),
    ask: allowed,
    review: refused('too_early'),
    wallet: refused('off'),
  },
  policies: [
    {
      trip_order_id: 7,
      name: 'Flexible',
      tiers: [
        { hours_before: 48, refund_ppm: 1_000_000, fee_amount: 0, until: '2026-11-25T15:30:00Z', is_current: true },
        { hours_before: 24, refund_ppm: 500_000, fee_amount: 500, until: '2026-11-26T15:30:00Z', is_current: false },
      ],
      moves_left: 2,
      rebook_offer: null,
      rebook: allowed,
      cancel: allowed,
      add_guests: allowed,
    },
  ],
  orders: [{ trip_order_id: 7, guests: [guest(1, 'Mara', 'Lund'), guest(2, '', '')], questions: [], pending_move: null }],
  places: [{ trip_order_id: 7, lines: ['Pier 4'], map_url: 'https://maps.example/?q=Pier+4', bring: ['A towel', 'Sunscreen'] }],
  questions: [],
  messages: [],
  review: null,
  tip: null,
  receipts: [{ id: 1, kind: 'payment', amount: 9800, tip_amount: 0, at: '2026-11-01T10:00:00Z', method: 'card', card: { brand: 'visa', last4: '4242' } }],
  ...changes,
})
