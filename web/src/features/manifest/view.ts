import { fullName } from '@/lib/names'
import { presenceOf, unsigned, type Departure } from './model'
import type { Named, Order } from './types'

export const sieves = ['out', 'owes', 'unsigned'] as const
/** What an order must have to be shown: guests who are not here, a balance, a waiver to sign. */
export type Sieve = (typeof sieves)[number]

export const groupings = ['departure', 'experience', 'guide', 'resource', 'group'] as const
export type GroupBy = (typeof groupings)[number]

export type Filter = { text: string; only: readonly Sieve[]; isCancelledShown: boolean }

const passes: Record<Sieve, (order: Order) => boolean> = {
  out: (order) => presenceOf(order).missing.length > 0,
  owes: (order) => order.status === 'active' && order.trip.balance_amount > 0,
  unsigned: (order) => unsigned(order) > 0,
}

/** How many orders of a day each sieve would leave. */
export function sieveCounts(departures: readonly Departure[]): Record<Sieve, number> {
  const orders = departures.filter((one) => one.status !== 'cancelled').flatMap((one) => one.tripOrders)
  const count = (sieve: Sieve) => orders.filter(passes[sieve]).length
  return { out: count('out'), owes: count('owes'), unsigned: count('unsigned') }
}

function searchText({ trip, bookings, note, customFieldValues }: Order): string {
  const { contact } = trip
  const guests = bookings.map(({ guest }) => fullName(guest))
  const extras = customFieldValues.map(({ value }) => value)
  const known = [fullName(contact), contact.email, contact.phone, trip.confirmation_code, trip.group_name, note]
  return [...known, ...guests, ...extras].join(' ').toLowerCase()
}

/** Only the orders that pass every sieve and contain every typed word, or departures of experiences called so. */
export function filterDepartures(departures: Departure[], filter: Filter): Departure[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const { only, isCancelledShown } = filter
  return departures.flatMap((one) => {
    if (one.status === 'cancelled' && !isCancelledShown) return []
    const isWhole = words.every((word) => one.experience.name.toLowerCase().includes(word))
    const tripOrders = one.tripOrders.filter(
      (order) =>
        (isCancelledShown || order.status === 'active') &&
        only.every((sieve) => passes[sieve](order)) &&
        (isWhole || words.every((word) => searchText(order).includes(word))),
    )
    if (tripOrders.length === 0 && (only.length > 0 || !isWhole)) return []
    return [withOrders(one, tripOrders)]
  })
}

const parts = new WeakMap<Departure, Departure[]>()
const MOST_PARTS = 8

const isSame = (some: readonly Order[], others: readonly Order[]) =>
  some.length === others.length && some.every((order, place) => order === others[place])

/** A departure with only some of its orders: for the same ones the very same object, so that it need not be drawn again. */
function withOrders(departure: Departure, orders: Order[]): Departure {
  if (orders.length === departure.tripOrders.length) return departure
  const known = parts.get(departure) ?? []
  const found = known.find((part) => isSame(part.tripOrders, orders))
  if (found) return found
  const made = { ...departure, tripOrders: orders }
  parts.set(departure, [made, ...known.slice(0, MOST_PARTS - 1)])
  return made
}

/** Departures under one heading; no title for what belongs to none, and where there is only one heading. */
export type Section = { key: string; title: string | null; color: string | null; departures: Departure[] }

/** The departures of a day under headings, each in time order; what belongs to none comes last. */
export function sectionsOf(departures: Departure[], by: GroupBy): Section[] {
  if (by === 'departure') return [{ key: 'all', title: null, color: null, departures }]
  const sections = new Map<string, Section>()
  for (const departure of departures) {
    for (const { key, title, color, orders } of shares[by](departure)) {
      const section = sections.get(key) ?? { key, title, color, departures: [] }
      section.departures.push(withOrders(departure, orders))
      sections.set(key, section)
    }
  }
  const all = [...sections.values()]
  if (by === 'experience') return all
  return all.sort((a, b) => Number(a.title === null) - Number(b.title === null) || compare(a.title, b.title))
}

export type Place = { key: string; departure: Departure; section: Section | null }

/**
 * All sections as one list: the first departure of each brings its heading.
 *
 * A departure keeps its key however the day is grouped, so that its guests need not be drawn anew; what of it stands
 * under further headings counts on.
 */
export function placesOf(sections: readonly Section[]): Place[] {
  const seen = new Map<number, number>()
  return sections.flatMap((section) =>
    section.departures.map((departure, index) => {
      const count = seen.get(departure.id) ?? 0
      seen.set(departure.id, count + 1)
      return { key: `${departure.id}-${count}`, departure, section: index === 0 ? section : null }
    }),
  )
}

const compare = (a: string | null, b: string | null) => (a ?? '').localeCompare(b ?? '')

type Share = { key: string; title: string | null; color: string | null; orders: Order[] }

const shares: Record<Exclude<GroupBy, 'departure'>, (departure: Departure) => Share[]> = {
  experience: ({ experience, tripOrders }) => [
    { key: String(experience.id), title: experience.name, color: experience.color, orders: tripOrders },
  ],
  guide: (departure) => sharesOf(departure, departure.guides, (order) => order.guides),
  resource: (departure) => sharesOf(departure, departure.resources, (order) => order.resources),
  group: ({ tripOrders }) => {
    const titles = [...new Set(tripOrders.map((order) => order.trip.group_name || null))]
    return titles.map((title) => ({
      key: title ?? '',
      title,
      color: null,
      orders: tripOrders.filter((order) => (order.trip.group_name || null) === title),
    }))
  },
}

/** Orders with people or things of their own belong to those, the others to the departure's. */
function sharesOf(departure: Departure, common: readonly Named[], own: (order: Order) => Named[]): Share[] {
  const ownersOf = (order: Order) => (own(order).length > 0 ? own(order) : common)
  const owners = new Map<number, string>()
  for (const { id, name } of [...common, ...departure.tripOrders.flatMap(ownersOf)]) owners.set(id, name)
  const shared = [...owners].map(([id, title]) => ({
    key: String(id),
    title,
    color: null,
    orders: departure.tripOrders.filter((order) => ownersOf(order).some((one) => one.id === id)),
  }))
  const nobodys = departure.tripOrders.filter((order) => ownersOf(order).length === 0)
  const isLoose = nobodys.length > 0 || owners.size === 0
  return isLoose ? [...shared, { key: '', title: null, color: null, orders: nobodys }] : shared
}
