import type { BookingStatus, Manifest, ManifestBooking, ManifestOrder, ManifestTimeslot } from '@/api/models'
import { fullName } from '@/lib/names'

export type Departure = ManifestTimeslot & { experience: { id: number; name: string; color: string } }

export type CheckState = 'checked_in' | 'not_checked_in' | 'no_show'

const known = new WeakMap<ManifestTimeslot, Departure>()

// A slot that did not change stays the very same departure, so that its card need not be drawn again.
function departureOf(slot: ManifestTimeslot, experience: Departure['experience']): Departure {
  const before = known.get(slot)
  if (before?.experience.name === experience.name && before.experience.color === experience.color) return before
  const made = { ...slot, experience }
  known.set(slot, made)
  return made
}

/** The day in time order, whatever the experience. */
export function departuresOf(manifest: Manifest): Departure[] {
  return manifest.experiences
    .flatMap(({ id, name, color, timeslots }) => timeslots.map((slot) => departureOf(slot, { id, name, color })))
    .sort((a, b) => a.start_at.localeCompare(b.start_at) || a.experience.name.localeCompare(b.experience.name))
}

/** The first departure that has not left yet; null when the day is over. */
export function nextDeparture(departures: Departure[], now: number): Departure | null {
  return departures.find((one) => one.status !== 'cancelled' && new Date(one.start_at).getTime() >= now) ?? null
}

export function isIn(booking: ManifestBooking): boolean {
  return booking.checked_in_at !== null
}

export function isAbsent(booking: ManifestBooking): boolean {
  return booking.bookingStatus.slug === 'no_show'
}

/** Who of an order is expected, here and missing; the time of the last check-in once all are here. */
export function presenceOf({ bookings }: ManifestOrder) {
  const expected = bookings.filter((booking) => !isAbsent(booking))
  const here = expected.filter(isIn)
  const missing = expected.filter((booking) => !isIn(booking))
  const isAllIn = expected.length > 0 && missing.length === 0
  const times = here.map((booking) => booking.checked_in_at).sort()
  return { expected, here, missing, isAllIn, lastAt: isAllIn ? times.at(-1) : undefined }
}

/** Guests of an order by customer type: [["Adult", 2], ["Child", 1]]. */
export function partyOf(order: ManifestOrder): [string, number][] {
  const party = new Map<string, number>()
  for (const { customerType } of order.bookings) party.set(customerType.name, (party.get(customerType.name) ?? 0) + 1)
  return [...party]
}

function searchText({ trip, bookings, note }: ManifestOrder): string {
  const { contact } = trip
  const guests = bookings.map(({ guest }) => fullName(guest))
  return [fullName(contact), contact.email, contact.phone, trip.confirmation_code, trip.group_name, note, ...guests]
    .join(' ')
    .toLowerCase()
}

/** Only the orders that contain every typed word, or departures of experiences called so. */
export function filterDepartures(departures: Departure[], text: string): Departure[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length) return departures
  return departures.flatMap((one) => {
    if (words.every((word) => one.experience.name.toLowerCase().includes(word))) return [one]
    const tripOrders = one.tripOrders.filter((order) => words.every((word) => searchText(order).includes(word)))
    return tripOrders.length ? [{ ...one, tripOrders }] : []
  })
}

// What does not change stays the very same object, so that the screen draws only the rows that do.
function mapBookings(manifest: Manifest, change: (booking: ManifestBooking) => ManifestBooking): Manifest {
  const experiences = manifest.experiences.map((experience) => ({
    ...experience,
    timeslots: experience.timeslots.map((slot) => {
      const tripOrders = slot.tripOrders.map((order) => {
        const bookings = order.bookings.map(change)
        return bookings.every((booking, index) => booking === order.bookings[index]) ? order : { ...order, bookings }
      })
      const isSame = tripOrders.every((order, index) => order === slot.tripOrders[index])
      return isSame ? slot : { ...slot, tripOrders, checked_in_cnt: checkedIn(tripOrders) }
    }),
  }))
  const slots = experiences.flatMap((experience) => experience.timeslots)
  const checked_in_cnt = slots.reduce((sum, slot) => sum + slot.checked_in_cnt, 0)
  return { ...manifest, experiences, totals: { ...manifest.totals, checked_in_cnt } }
}

function checkedIn(orders: ManifestOrder[]): number {
  return orders.flatMap((order) => order.bookings.filter(isIn)).reduce((sum, booking) => sum + booking.pax_cnt, 0)
}

/** The manifest as it will be once the server has moved these bookings to a status at this instant. */
export function withStatus(manifest: Manifest, ids: readonly number[], status: BookingStatus, at: string): Manifest {
  return mapBookings(manifest, (booking) => {
    if (!ids.includes(booking.id)) return booking
    return { ...booking, bookingStatus: status, checked_in_at: status.slug === 'checked_in' ? at : null }
  })
}

/** Put bookings back to how they stood before, leaving every other change alone. */
export function withRestored(manifest: Manifest, before: readonly ManifestBooking[]): Manifest {
  return mapBookings(manifest, (booking) => before.find((old) => old.id === booking.id) ?? booking)
}

export function bookingsOf(manifest: Manifest, ids: readonly number[]): ManifestBooking[] {
  return departuresOf(manifest)
    .flatMap((slot) => slot.tripOrders.flatMap((order) => order.bookings))
    .filter((booking) => ids.includes(booking.id))
}

export function statusOf(manifest: Manifest, slug: CheckState): BookingStatus {
  const found = manifest.bookingStatuses.find((status) => status.slug === slug)
  if (!found) throw new Error(`The operator has no booking status "${slug}".`)
  return found
}
