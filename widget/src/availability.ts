import type { Cell } from './month'
import type { DateEntry, Dates, Experience } from './types'

export const UNLIMITED_CNT = 999
export const SHOP_BUTTON_FROM = 4

/** Who looks, and with which eyes. */
export type Viewer = {
  isAuthenticated: boolean
  /** Signed-in staff chose to see what is sold out. */
  showFull: boolean
  experiences: ReadonlyMap<number, Experience>
}

export function isUnlimited(entry: DateEntry, viewer: Viewer): boolean {
  return viewer.experiences.get(entry.experience_id)?.capacity_type.slug === 'unlimited'
}

/** Timeslots that this viewer could still sell or buy. */
export function openTimeslotCnt(entry: DateEntry, viewer: Viewer): number {
  return viewer.isAuthenticated ? entry.open_direct_timeslot_cnt : entry.open_online_timeslot_cnt
}

/** Seats left, without regard to sold-out display; unlimited counts as 999, for visitors while something is open. */
export function seatsLeft(entry: DateEntry, viewer: Viewer): number {
  const { isAuthenticated } = viewer
  if (isUnlimited(entry, viewer) && (isAuthenticated || entry.open_online_timeslot_cnt > 0)) return UNLIMITED_CNT
  return isAuthenticated ? entry.total_availability_cnt : entry.online_availability_cnt
}

export function isEntryAvailable(entry: DateEntry, viewer: Viewer): boolean {
  return seatsLeft(entry, viewer) > 0 || (viewer.isAuthenticated && viewer.showFull)
}

export const dayAvailability = (entries: readonly DateEntry[], viewer: Viewer): number =>
  entries.reduce((sum, entry) => sum + seatsLeft(entry, viewer), 0)

export const isDayAvailable = (entries: readonly DateEntry[], viewer: Viewer): boolean =>
  entries.some((entry) => isEntryAvailable(entry, viewer))

/** Bookable: today or later, and the first entry has an open timeslot. */
export function isBookableDay(cell: Cell, entries: readonly DateEntry[], viewer: Viewer): boolean {
  const first = entries[0]
  return !cell.isBlank && !cell.isPast && first !== undefined && openTimeslotCnt(first, viewer) > 0
}

/** Nothing is left of what is on sale that day; where nothing is on sale, nothing is sold out. */
export const isSoldOut = (entries: readonly DateEntry[], viewer: Viewer): boolean =>
  !isDayAvailable(entries, viewer) && entries.some(({ timeslots }) => timeslots?.length)

/** How many experiences most days offer: in any order that keeps like with like, most are in the middle. */
export function usualCount(dates: Dates): number | undefined {
  const counts = Object.values(dates).map(({ length }) => length).sort()
  return counts[counts.length >> 1]
}

export type DayState = 'available' | 'soldOut' | 'unavailable' | 'past'

export function dayState(cell: Cell, entries: readonly DateEntry[], viewer: Viewer): DayState {
  if (cell.isBlank || cell.isPast) return 'past'
  if (dayAvailability(entries, viewer) > 0) return 'available'
  return viewer.showFull && viewer.isAuthenticated && entries.length > 0 ? 'soldOut' : 'unavailable'
}

/** The style states of one day cell. */
export function cellClasses(
  cell: Cell,
  entries: readonly DateEntry[],
  viewer: Viewer,
  isSelected: boolean,
): string {
  if (cell.isBlank) return 'day blank'
  const names = ['day', cell.isPast ? 'past' : 'today-or-future']
  if (cell.isToday) names.push('today')
  if (isSelected) names.push('selected')
  names.push(entries.length > 0 ? 'has-experiences' : 'no-experiences')
  const state = dayState(cell, entries, viewer)
  names.push(state === 'available' ? 'has-availability' : state === 'soldOut' ? 'sold-out' : 'no-availability')
  return names.join(' ')
}

/** What a click on a day may do: nothing on blank and past days, nor where there is nothing to buy. */
export function canChooseDay(cell: Cell, entries: readonly DateEntry[], experienceId: number | null): boolean {
  return !cell.isBlank && !cell.isPast && (entries.length > 0 || experienceId !== null)
}

export type DayButtons =
  | { kind: 'none' }
  | { kind: 'choose' }
  | { kind: 'each'; entries: readonly DateEntry[] }
  | { kind: 'shop'; count: number }

/** The buttons of a day in full format: one for each experience on it, or one for all from four on. */
export function dayButtons(cell: Cell, entries: readonly DateEntry[], viewer: Viewer, experienceId: number | null): DayButtons {
  if (cell.isBlank || cell.isPast || !isDayAvailable(entries, viewer)) return { kind: 'none' }
  if (experienceId !== null) return { kind: 'choose' }
  if (entries.length >= SHOP_BUTTON_FROM) return { kind: 'shop', count: entries.length }
  return { kind: 'each', entries }
}
