import { guideIdsOf, type CalendarData, type CrewMember, type Departure, type Role, type Slot } from './model'

/** A departure that goes from one guide or resource to another; null: from or to none. */
export type Move = { slot: Slot; from: number | null; to: number | null } & (
  | { what: 'guide'; crew: CrewMember[] }
  /** `uses`: some of its uses of the resource only, those that an undo takes back. */
  | { what: 'resource'; uses?: number[] }
)

/** The move that a drop from one row on another means. */
export function moveOf(what: Move['what'], slot: Slot, from: number | null, to: number | null): Move {
  const way = { slot, from, to }
  return what === 'guide' ? { ...way, what, crew: crewAfter(slot, from, to) } : { ...way, what }
}

/** The crew as it is to be, however it comes about. */
export const crewMove = (slot: Slot, crew: CrewMember[]): Move => ({ what: 'guide', slot, from: null, to: null, crew })

/** The guides of a departure after a move; who comes takes the role of who goes. */
export function crewAfter(slot: Slot, from: number | null, to: number | null): CrewMember[] {
  const crew = slot.guides as CrewMember[]
  const role: Role = crew.find((one) => one.id === from)?.role ?? (crew.length > 0 ? 'assistant' : 'lead')
  const isThere = crew.some((one) => one.id === to)
  const kept = crew.flatMap((one) => {
    if (one.id !== from) return [one]
    return to === null || isThere ? [] : [{ id: to, role }]
  })
  return from === null && to !== null && !isThere ? [...kept, { id: to, role }] : kept
}

function resourcesAfter(ids: number[], from: number | null, to: number | null): number[] {
  const kept = ids.filter((id) => id !== from)
  return to === null || kept.includes(to) ? kept : [...kept, to]
}

/** Whether a drop would change anything, and the departure can be moved there at all. */
export function canMove(what: Move['what'], slot: Slot, from: number | null, to: number | null): boolean {
  if (from === to || slot.status === 'cancelled') return false
  // What nobody has booked could not be put back on: it is the orders that are put on a resource.
  if (what === 'resource') return to === null ? slot.booked_pax_cnt > 0 : !slot.resource_ids.includes(to)
  // Who takes single orders only is changed on those.
  const isCrew = from === null || slot.guides.some((one) => one.id === from)
  return isCrew && (to === null || !guideIdsOf(slot).includes(to))
}

/** A slot as it will be once the server has moved it. */
export function moved(move: Move): Slot {
  const { slot, from, to } = move
  if (move.what === 'guide') return { ...slot, guides: move.crew }
  return { ...slot, resource_ids: resourcesAfter(slot.resource_ids, from, to) }
}

/** The calendar with one slot in place of its former self; everything else stays the same object. */
export function withSlot(data: CalendarData, slot: Slot): CalendarData {
  if (!data.timeslots.some((one) => one.id === slot.id)) return data
  return { ...data, timeslots: data.timeslots.map((one) => (one.id === slot.id ? slot : one)) }
}

/** Who or what of a slot stands as it did before. */
export function withBefore(now: Slot, before: Slot): Slot {
  return { ...now, guides: before.guides, resource_ids: before.resource_ids }
}

export const findSlot = (data: CalendarData | undefined, id: number) => data?.timeslots.find((one) => one.id === id)

/** The resources that could take over: those of the same group, or all where it has none yet. */
export function resourceTargets(data: CalendarData, { slot }: Departure, from: number | null) {
  const group = data.resources.find((one) => one.id === from)?.group_id
  return data.resources.filter(
    (one) =>
      (one.status === 'active' || slot.resource_ids.includes(one.id)) &&
      (group === undefined || one.group_id === group),
  )
}
