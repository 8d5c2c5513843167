import type { General } from '@/api/models'

/** The values that differ from what is stored: only they are sent, so that nobody's other change is undone. */
export function changes<T extends object>(before: T, after: T): Partial<T> {
  const keys = Object.keys(after) as (keyof T)[]
  return Object.fromEntries(
    keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) => [key, after[key]]),
  ) as Partial<T>
}

export const experienceOptions = (general: General) =>
  general.experiences.map((experience) => ({ id: experience.id, name: experience.name }))
