import type { Viewer } from '../availability'
import type { Cell } from '../month'
import type { DateEntry, Experience } from '../types'

export function experience(id: number, changes: Partial<Experience> = {}): Experience {
  return {
    id,
    name: `Tour ${id}`,
    slug: `tour-${id}`,
    status: { id: 1, slug: 'live', name: 'Live' },
    capacity_type: { id: 2, slug: 'timeslot', name: 'Timeslot' },
    is_allow_manual_overbooking: false,
    next_available_date: null,
    category_ids: [],
    short_description: null,
    hero_image: null,
    duration_minutes: null,
    color: null,
    min_price: null,
    ...changes,
  }
}

export const unlimited = (id: number): Experience =>
  experience(id, { capacity_type: { id: 1, slug: 'unlimited', name: 'Unlimited' } })

export const entry = (changes: Partial<DateEntry> = {}): DateEntry => ({
  experience_id: 1,
  experience: { id: changes.experience_id ?? 1, name: 'Tour' },
  total_availability_cnt: 0,
  online_availability_cnt: 0,
  open_direct_timeslot_cnt: 0,
  open_online_timeslot_cnt: 0,
  pax_cnt: 0,
  ...changes,
})

export const viewer = (changes: Partial<Viewer> & { list?: Experience[] } = {}): Viewer => ({
  isAuthenticated: false,
  showFull: false,
  experiences: new Map((changes.list ?? [experience(1)]).map((item) => [item.id, item])),
  ...changes,
})

export const cell = (changes: Partial<Extract<Cell, { isBlank: false }>> = {}): Cell => ({
  isBlank: false,
  key: '2026-11-21',
  day: 21,
  formattedDate: '2026-11-21',
  isToday: false,
  isPast: false,
  ...changes,
})

export const BLANK: Cell = { isBlank: true, key: '0-0' }
