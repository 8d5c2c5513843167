import type { components } from '@/api/schema'
import { daysBetween, minutesOf, type Span } from '@/components/schedule/axis'
import type { Filters, State } from './address'

type Schemas = components['schemas']
export type CalendarData = Schemas['CalendarOut']
export type Slot = Schemas['CalendarTimeslotOut']
export type Tour = Schemas['CalendarTourOut']
export type Role = NonNullable<Schemas['CrewMemberIn']['role']>
export type CrewMember = { id: number; role: Role }

/** What somebody has to look after; the first is the worst. */
export const signs = ['overbooked', 'no_guide', 'no_resource', 'blackout', 'conflict'] as const
export type Sign = (typeof signs)[number]

/** A departure as it is drawn. */
export type Departure = {
  slot: Slot
  tour: Tour
  state: State
  signs: Sign[]
}

const nowhere: Tour = {
  id: 0,
  name: '',
  color: '#64748b',
  status: 'live',
  location_id: null,
  category_ids: [],
  min_pax_to_run: null,
}

export function stateOf({ status, is_day_closed }: Slot): State {
  if (status === 'cancelled' || status === 'closed' || status === 'closed_online') return status
  return is_day_closed ? 'closed' : 'open'
}

/** What is wrong with a departure; nothing about one that is over or does not take place. */
export function signsOf(slot: Slot, { hasGuides, today }: { hasGuides: boolean; today: string }): Sign[] {
  if (slot.status === 'cancelled' || slot.date < today) return []
  const isSold = slot.booked_pax_cnt > 0
  const found: Record<Sign, boolean> = {
    overbooked: slot.capacity !== null && slot.booked_pax_cnt > slot.capacity,
    no_guide: hasGuides && isSold && slot.guides.length === 0 && slot.order_guide_ids.length === 0,
    no_resource: isSold && slot.needs_resources && slot.resource_ids.length === 0,
    blackout: isSold && slot.is_blacked_out,
    conflict: slot.is_conflict_accepted,
  }
  return signs.filter((sign) => found[sign])
}

/** The departures in the server's order: by day, then by time. */
export function departuresOf(data: CalendarData, today: string): Departure[] {
  const tours = new Map(data.experiences.map((tour) => [tour.id, tour]))
  const about = { hasGuides: data.guides.length > 0, today }
  return data.timeslots.map((slot) => ({
    slot,
    tour: tours.get(slot.experience_id) ?? nowhere,
    state: stateOf(slot),
    signs: signsOf(slot, about),
  }))
}

const NONE = 0
const isAmong = (wanted: readonly number[], ids: readonly number[]) =>
  wanted.some((one) => (one === NONE ? ids.length === 0 : ids.includes(one)))

export const guideIdsOf = (slot: Slot) => [...slot.guides.map((guide) => guide.id), ...slot.order_guide_ids]

/** Only what is looked for; each filter narrows further, inside one any of its values will do. */
export function filtered(departures: readonly Departure[], filters: Filters): Departure[] {
  const { experience, category, location, guide, resource, status, isFlagged } = filters
  return departures.filter(
    ({ slot, tour, state, signs: found }) =>
      (experience.length === 0 || experience.includes(slot.experience_id)) &&
      (category.length === 0 || category.some((one) => tour.category_ids.includes(one))) &&
      (location.length === 0 || location.includes(tour.location_id ?? NONE)) &&
      (guide.length === 0 || isAmong(guide, guideIdsOf(slot))) &&
      (resource.length === 0 || isAmong(resource, slot.resource_ids)) &&
      (status.length === 0 || status.includes(state)) &&
      (!isFlagged || found.length > 0),
  )
}

/** The departures of each day; what began on an earlier day is under that one. */
export function byDay(departures: readonly Departure[]): Map<string, Departure[]> {
  const found = new Map<string, Departure[]>()
  for (const departure of departures) {
    const day = found.get(departure.slot.date)
    if (day) day.push(departure)
    else found.set(departure.slot.date, [departure])
  }
  return found
}

export type Totals = { departures: number; pax: number; flagged: number }

/** A day in figures; what is cancelled does not count. */
export function totalsOf(departures: readonly Departure[]): Totals {
  const taking = departures.filter((one) => one.state !== 'cancelled')
  return {
    departures: taking.length,
    pax: taking.reduce((sum, one) => sum + one.slot.booked_pax_cnt, 0),
    flagged: taking.filter((one) => one.signs.length > 0).length,
  }
}

/** The first few of a day: what somebody reads downwards begins with the earliest. */
export function earliest(departures: readonly Departure[], count: number): Departure[] {
  const start = ({ slot }: Departure) => `${slot.date} ${slot.start_time}`
  return [...departures].sort((a, b) => start(a).localeCompare(start(b))).slice(0, count)
}

/** When a departure runs, in minutes from the midnight that a day begins with. */
export function spanOf({ slot }: Departure, firstDay: string): Span {
  const begin = daysBetween(firstDay, slot.date) * 1440 + minutesOf(slot.start_time)
  return [begin, begin + slot.minutes]
}
