import { fullName } from '@/lib/names'
import type { ManifestDay } from './api'

/** A guest of a day's departures whom a waiver may belong to. */
export type Guest = {
  id: number
  /** Empty where nobody said who travels on the ticket. */
  name: string
  ticket: string
  contact: string
  code: string
  experience: string
  time: string
  isMissing: boolean
}

/** Everybody who travels on a day, in the order of departures. */
export function guestsOf({ experiences }: ManifestDay): Guest[] {
  return experiences
    .flatMap((experience) => experience.timeslots.map((slot) => ({ experience, slot })))
    .sort((a, b) => a.slot.start_at.localeCompare(b.slot.start_at))
    .flatMap(({ experience, slot }) =>
      slot.tripOrders.flatMap(({ trip, bookings }) =>
        bookings.map((booking) => ({
          id: booking.id,
          name: fullName(booking.guest),
          ticket: booking.customerType.name,
          contact: fullName(trip.contact) || trip.group_name || '',
          code: trip.confirmation_code,
          experience: experience.name,
          time: slot.start_time,
          isMissing: booking.waiver.state === 'missing',
        })),
      ),
    )
}

/** A name without accents, case and signs, its parts in a fixed order: "Müller, Ana" is "ana muller". */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

const pairs = (text: string) => Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))

/** How alike two names are, 0 to 1: the share of pairs of letters that both have. */
export function likeness(one: string, other: string): number {
  const [a, b] = [plain(one), plain(other)]
  if (!a || !b) return 0
  if (a === b) return 1
  const rest = pairs(b)
  const both = pairs(a).filter((pair) => {
    const at = rest.indexOf(pair)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
  return (2 * both.length) / Math.max(1, pairs(a).length + pairs(b).length)
}

/** How likely a waiver in a name is a guest's: by their own name, less by that of whoever booked for them. */
export const fits = (name: string, guest: Guest) =>
  Math.max(likeness(name, guest.name), guest.name ? 0 : 0.8 * likeness(name, guest.contact))

const closeEnough = 0.5

/** Guests a waiver may belong to: the closest names first, the rest as they depart, who has nothing to sign last. */
export function ranked(guests: readonly Guest[], name: string): { guest: Guest; isClose: boolean }[] {
  return guests
    .map((guest) => ({ guest, fit: fits(name, guest) }))
    .map(({ guest, fit }) => ({ guest, fit, isClose: fit >= closeEnough }))
    .sort(
      (a, b) =>
        Number(b.isClose) - Number(a.isClose) ||
        (a.isClose ? b.fit - a.fit : 0) ||
        Number(b.guest.isMissing) - Number(a.guest.isMissing),
    )
    .map(({ guest, isClose }) => ({ guest, isClose }))
}

/** Whether a guest is found by words: in their name, whoever booked, the code, the tour, or the time. */
export function matches(guest: Guest, text: string): boolean {
  const said = [guest.name, guest.contact, guest.code, guest.experience, guest.ticket, guest.time].join(' ')
  const known = said.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain(text)
    .split(' ')
    .every((word) => known.includes(word))
}

export type WaiverState = 'void' | 'expired' | 'assigned' | 'unassigned'

/** How a signed waiver stands on a day of the operator's. */
export function stateOf(
  row: { voided_at: string | null; expires_on: string | null; is_assigned: boolean },
  today: string,
): WaiverState {
  if (row.voided_at) return 'void'
  if (row.expires_on && row.expires_on < today) return 'expired'
  return row.is_assigned ? 'assigned' : 'unassigned'
}
