import type { By } from './address'
import { guideIdsOf, type CalendarData, type Departure } from './model'

/** A row of a grouped view; `id` is null where the departures stand that have none. */
export type Group = {
  key: string
  by: By
  id: number | null
  name: string
  color: string
  /** The resource group of a resource. */
  note?: string
  items: Departure[]
}

export const keyOf = (by: By, id: number | null) => `${by}:${id ?? 'none'}`

/** The guide, resource or experience that a row stands for; null for none. */
export const idOf = (key: string) => Number(key.split(':')[1]) || null

type Head = Omit<Group, 'items' | 'by' | 'key'>

/**
 * The rows of a grouped view: those that have none first, then everybody, also who has nothing to do.
 *
 * Where some are `wanted`, only they and those who share a departure with them.
 */
export function groupsOf(
  data: CalendarData,
  departures: readonly Departure[],
  by: By,
  none: string,
  wanted: readonly number[] = [],
): Group[] {
  const found = new Map<number | null, Departure[]>()
  for (const departure of departures) {
    for (const id of idsOf(departure, by)) {
      const items = found.get(id)
      if (items) items.push(departure)
      else found.set(id, [departure])
    }
  }
  const heads = headsOf(data, by, found).filter(
    ({ id }) => wanted.length === 0 || found.has(id) || (id !== null && wanted.includes(id)),
  )
  const apart: Head[] = by === 'experience' ? [] : [{ id: null, name: none, color: '' }]
  return [...apart, ...heads].map((head) => ({
    ...head,
    by,
    key: keyOf(by, head.id),
    items: found.get(head.id) ?? [],
  }))
}

function idsOf({ slot, state }: Departure, by: By): (number | null)[] {
  if (by === 'experience') return [slot.experience_id]
  const ids = by === 'guide' ? [...new Set(guideIdsOf(slot))] : slot.resource_ids
  if (ids.length > 0) return ids
  if (state === 'cancelled') return []
  // What needs no resource, or has sold nothing that would take one, is missing none.
  return by === 'guide' || (slot.needs_resources && slot.booked_pax_cnt > 0) ? [null] : []
}

function headsOf(data: CalendarData, by: By, found: Map<number | null, Departure[]>): Head[] {
  if (by === 'guide') return data.guides
  if (by === 'experience') return data.experiences.filter((tour) => found.has(tour.id))
  return data.resources
    .filter((one) => one.status === 'active' || found.has(one.id))
    .map((one) => ({ id: one.id, name: one.name, color: one.color, note: one.group_name }))
}
