import type { GuideIn, GuideRow } from '@/api/models'

export type ProfileForm = {
  skills: string[]
  languages: string[]
  /** Hours a day; null without a limit. */
  hours: number | null
  color: string
}

export const profileForm = (guide: GuideRow): ProfileForm => ({
  skills: guide.skills,
  languages: guide.languages,
  hours: guide.max_minutes_per_day === null ? null : guide.max_minutes_per_day / 60,
  color: guide.color,
})

export const profileBody = ({ skills, languages, hours, color }: ProfileForm, version: number): GuideIn => ({
  skills,
  languages,
  color,
  max_minutes_per_day: hours === null ? null : Math.round(hours * 60),
  version,
})

/** The skills that guides here have, by how many have them; without those of one's own. */
export function otherSkills(guides: readonly GuideRow[], own: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const skill of guides.flatMap((guide) => guide.skills)) counts.set(skill, (counts.get(skill) ?? 0) + 1)
  return [...counts]
    .filter(([skill]) => !own.includes(skill))
    .sort(([one, few], [other, many]) => many - few || one.localeCompare(other))
    .map(([skill]) => skill)
}

export type Day = { date: string; minutes: number; duties: GuideRow['duties']; blackouts: GuideRow['blackouts'] }

/** What a guide does on each day of a range; a blackout stands on every day that it touches. */
export function daysOf(guide: GuideRow, boundsOf: (day: string) => { start_at: string; end_at: string }): Day[] {
  return guide.days.map(({ date, minutes }) => {
    const { start_at, end_at } = boundsOf(date)
    const begin = Date.parse(start_at)
    const end = Date.parse(end_at)
    return {
      date,
      minutes,
      duties: guide.duties.filter((duty) => duty.date === date),
      blackouts: guide.blackouts.filter((one) => Date.parse(one.start_at) < end && Date.parse(one.end_at) > begin),
    }
  })
}

/** The guides whose name, skills or languages have the words typed. */
export function found(guides: readonly GuideRow[], text: string, languageName: (code: string) => string): GuideRow[] {
  const words = text.trim().toLocaleLowerCase()
  return guides.filter((guide) =>
    [guide.name, ...guide.skills, ...guide.languages.map(languageName)].some((one) =>
      one.toLocaleLowerCase().includes(words),
    ),
  )
}
