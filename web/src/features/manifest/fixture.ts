import type { Booking, Order, Slot } from './types'

const status = (slug: string, id = 1) => ({ id, slug, name: slug, color: '', kind: '', position: id, is_system: true })
export const [out, here] = [status('not_checked_in'), status('checked_in', 2)]

export function booking(id: number, type = 'Adult', pax_cnt = 1): Booking {
  return {
    id,
    customerType: { id: 1, name: type },
    guest: { first_name: '', last_name: '' },
    bookingStatus: out,
    checked_in_at: null,
    status_at: null,
    ticket_code: `ticket${id}`.padEnd(24, 'x'),
    is_comped: false,
    pax_cnt,
    waiver: { state: 'none' },
    addons: [],
    customFieldValues: [],
  }
}

export function order(id: number, last_name: string, bookings: Booking[]): Order {
  const contact = { first_name: 'Mara', last_name, email: `${last_name}@example.com`, phone: '' }
  const known = { ...contact, country: null, locale: 'en' }
  const money = { total_amount: 0, paid_amount: 0, balance_amount: 0, paid_state: 'paid', collected_by: null } as const
  const about = { contact: known, group_name: '', notes: [], flag: null, ...money }
  const trip = { id, hash: '', confirmation_code: `CODE${id}`, ...about }
  return {
    id,
    trip: { ...trip, status: 'reserved', customer_id: null, is_vip: false },
    note: '',
    bookings,
    status: 'active',
    is_noshow: false,
    waiver: { signed: 0, required: 0 },
    addons: [],
    guides: [],
    resources: [],
    customFieldValues: [],
  }
}

export function slot(id: number, start: string, tripOrders: Order[]): Slot {
  return {
    id,
    date: '2026-11-20',
    start_time: start,
    start_at: `2026-11-20T${start}:00Z`,
    end_at: `2026-11-20T23:00:00Z`,
    status: 'open',
    capacity: 10,
    booked_pax_cnt: 0,
    held_pax_cnt: 0,
    checked_in_cnt: 0,
    booking_cnt: 0,
    by_type: [],
    guides: [],
    resources: [],
    note: '',
    balance_amount: 0,
    waiver: { signed: 0, required: 0 },
    experience_date_id: 5,
    is_flex: false,
    cancel_reason: null,
    version: 1,
    tripOrders,
  }
}
