/** Invented data of one operator, the same on every start. Development only. */
import { addDays, weekdayOf } from '../src/month.ts'

export const TIME_ZONE = 'America/Los_Angeles'
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' })
const clockFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })
export const today = (): string => dayFormat.format(new Date())

type Tour = {
  id: number
  name: string
  price: number
  capacity: number
  times: string[]
  weekdays: number[]
  minutes: number
  text: string
  color: string
  isUnlimited?: boolean
  isOverbookable?: boolean
}

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

export const tours: Tour[] = [
  { id: 12, name: 'Sunset Kayak Tour', price: 8900, capacity: 12, times: ['09:00', '13:30', '16:45', '18:15'], weekdays: [0, 2, 3, 4, 5, 6], minutes: 150, text: 'Paddle under the cliffs while the light turns gold, with hot tea on the beach at the end.', color: '#0f766e', isOverbookable: true },
  { id: 13, name: 'Harbor Seal Safari', price: 6400, capacity: 20, times: ['10:00', '14:00'], weekdays: [1, 3, 5, 6], minutes: 90, text: 'A quiet electric boat, a naturalist and, most days, forty seals on the rocks.', color: '#1d4ed8' },
  { id: 14, name: 'Old Town Food Walk', price: 5200, capacity: 10, times: ['11:30'], weekdays: [2, 4, 6], minutes: 180, text: 'Seven tastings between the fish market and the bakery that opens at noon.', color: '#b45309' },
  { id: 15, name: 'Bike Rental', price: 3500, capacity: 999, times: ['08:00'], weekdays: EVERY_DAY, minutes: 480, text: 'A good bike, a helmet and a map with our favourite coves.', color: '#6d28d9', isUnlimited: true },
]

const types = [
  { id: 1, slug: 'adult', name: 'Adult', share: 1, min: 18, max: null },
  { id: 2, slug: 'child', name: 'Child', share: 0.6, min: 4, max: 12 },
  { id: 3, slug: 'senior', name: 'Senior', share: 0.85, min: 65, max: null },
]

const lookup = (id: number, slug: string, name: string) => ({ id, slug, name })
export const tourOf = (id: number): Tour | undefined => tours.find((tour) => tour.id === id)

/** A number from 0 to 1 that depends on nothing but its seed. */
function chance(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43758.5453
  return value - Math.floor(value)
}

export const experienceOf = (tour: Tour) => ({
  id: tour.id,
  name: tour.name,
  slug: tour.name.toLowerCase().replaceAll(' ', '-'),
  status: lookup(1, 'live', 'Live'),
  capacity_type: tour.isUnlimited ? lookup(1, 'unlimited', 'Unlimited') : lookup(2, 'timeslot', 'Timeslot'),
  is_allow_manual_overbooking: tour.isOverbookable ?? false,
  next_available_date: [...Array(30).keys()].map((n) => addDays(today(), n)).find((date) => slotsOf(tour, date).some(isOpen)) ?? null,
  category_ids: [],
  short_description: tour.text,
  hero_image: `/dev/photo/${tour.id}.svg`,
  duration_minutes: tour.minutes,
  color: tour.color,
  min_price: Math.round(tour.price * 0.6),
})

export type Slot = { id: number; tour: Tour; date: string; time: string; booked: number }

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

export function slotsOf(tour: Tour, date: string): Slot[] {
  if (!tour.weekdays.includes(weekdayOf(date)) || date > addDays(today(), 75)) return []
  return tour.times.map((time, index) => {
    const id = tour.id * 10_000_000 + dayNumber(date) * 10 + index
    const isFull = chance(id) > 0.86 || chance(dayNumber(date) * 7 + tour.id) > 0.88
    return { id, tour, date, time, booked: isFull ? tour.capacity : Math.floor(chance(id + 1) * tour.capacity) }
  })
}

export function slotOf(id: number): Slot | undefined {
  const tour = tourOf(Math.floor(id / 10_000_000))
  const date = new Date(Math.floor((id % 10_000_000) / 10) * 86_400_000).toISOString().slice(0, 10)
  return tour && slotsOf(tour, date).find((slot) => slot.id === id)
}

/** Seats taken by bookings and holds made since the start; the store fills it. */
export const taken = new Map<number, number>()
export const freeIn = (slot: Slot): number => Math.max(0, slot.tour.capacity - slot.booked - (taken.get(slot.id) ?? 0))

export function startOf(slot: Slot): Date {
  const guess = new Date(`${slot.date}T${slot.time}:00Z`)
  const shown = Date.parse(`${clockFormat.format(guess).replace(' ', 'T')}Z`)
  return new Date(2 * guess.getTime() - shown)
}

export const isPast = (slot: Slot): boolean => startOf(slot).getTime() < Date.now()
export const isOpen = (slot: Slot): boolean => !isPast(slot) && (slot.tour.isUnlimited || freeIn(slot) > 0)

export const timeslotRef = (slot: Slot) => ({
  id: slot.id,
  date: slot.date,
  start_time: `${slot.time}:00`,
  start_at: startOf(slot).toISOString(),
  end_at: new Date(startOf(slot).getTime() + slot.tour.minutes * 60_000).toISOString(),
  is_flex: false,
  status: 'open',
})

export const timeslotJson = (slot: Slot) => ({
  ...timeslotRef(slot),
  experience_id: slot.tour.id,
  is_unlimited: slot.tour.isUnlimited ?? false,
  online_availability_cnt: slot.tour.isUnlimited ? 999 : freeIn(slot),
  is_bookable: isOpen(slot),
  reason: isPast(slot) ? 'past' : isOpen(slot) ? null : 'sold_out',
  min_price: Math.round(slot.tour.price * 0.6),
})

export function dateEntry(tour: Tour, date: string, showPrices: boolean) {
  const slots = slotsOf(tour, date)
  const open = slots.filter(isOpen)
  const count = tour.isUnlimited ? 999 : open.reduce((sum, slot) => sum + freeIn(slot), 0)
  return {
    experience_id: tour.id,
    experience: { id: tour.id, name: tour.name },
    total_availability_cnt: 0,
    online_availability_cnt: open.length > 0 ? count : 0,
    open_direct_timeslot_cnt: 0,
    open_online_timeslot_cnt: open.length,
    pax_cnt: 0,
    ...(showPrices && {
      timeslots: open.map((slot) => ({
        id: slot.id,
        start_time: `${slot.time}:00`,
        min_price: Math.round(tour.price * 0.6),
        availabilities: types.map(({ id }) => ({ customer_type: { id } })),
      })),
    }),
  }
}

export const pricesOf = (slot: Slot) =>
  types.map((type) => ({
    experience_customer_type_id: slot.tour.id * 10 + type.id,
    customer_type: { id: type.id, slug: type.slug, name: type.name, kind: type.slug },
    label: type.name,
    price: Math.round(slot.tour.price * type.share),
    original_price: type.slug === 'senior' ? slot.tour.price : null,
    tax_included: true,
    min_qty: 0,
    max_qty: type.slug === 'child' ? 6 : null,
    min_age: type.min,
    max_age: type.max,
    remaining: slot.tour.isUnlimited ? null : freeIn(slot),
    pax_per_booking: 1,
    price_source: 'base',
    rate_sheet_id: null,
  }))
