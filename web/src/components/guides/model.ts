import { ApiError } from '@/api/client'
import type { GuideConflict, GuideLoad } from '@/api/models'

export const roles = ['lead', 'assistant', 'driver', 'trainee'] as const
export type Role = (typeof roles)[number]
export type Crew = { id: number; role: Role }[]

const roleOf = (text: string | null): Role => roles.find((one) => one === text) ?? 'lead'

/** Who guides a departure now, by the suggestions for it. */
export const crewOf = (guides: readonly GuideLoad[]): Crew =>
  guides.filter((guide) => guide.role !== null).map((guide) => ({ id: guide.id, role: roleOf(guide.role) }))

/** The crew with somebody more or less; the first one leads, who comes later assists. */
export function toggled(crew: Crew, id: number): Crew {
  if (crew.some((one) => one.id === id)) return crew.filter((one) => one.id !== id)
  return [...crew, { id, role: crew.some((one) => one.role === 'lead') ? 'assistant' : 'lead' }]
}

/** Whether two crews are the same people in the same roles. */
export function isSameCrew(one: Crew, other: Crew): boolean {
  const words = (crew: Crew) => crew.map(({ id, role }) => `${id}:${role}`).toSorted()
  return words(one).join() === words(other).join()
}

/** What a refused assignment says against the guides; null for any other failure. */
export function conflictsOf(error: unknown): GuideConflict[] | null {
  if (!(error instanceof ApiError) || error.code !== 'guide_conflict') return null
  return (error.detail.conflicts as GuideConflict[] | undefined) ?? []
}

/** Minutes as hours with at most one place after the point. */
export const hoursOf = (minutes: number) => Math.round(minutes / 6) / 10

export type LoadState = 'none' | 'light' | 'full' | 'over'

/** How a day's minutes stand to a guide's limit; without one any work is light. */
export function loadState(minutes: number, limit: number | null): LoadState {
  if (minutes === 0) return 'none'
  if (limit === null) return 'light'
  return minutes > limit ? 'over' : minutes > limit * 0.8 ? 'full' : 'light'
}
