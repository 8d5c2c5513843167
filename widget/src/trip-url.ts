type TripBuilderTarget = {
  showDetail: boolean | null
  language: string | null
  experience: number | null
  timeslot?: number | null
  date: string | null
  theme?: string | null
  color?: string | null
  radius?: string | null
  font?: string | null
}

/** The look that the address of a calendar asks for goes with the visitor. */
const LOOK = ['theme', 'color', 'radius', 'font'] as const

/** The address of the trip builder for a choice made in the calendar. */
export function tripBuilderUrl(target: TripBuilderTarget, origin: string): string {
  const url = new URL('/widgets/tripBuilder', origin)
  if (target.showDetail !== null) url.searchParams.set('showDetail', String(target.showDetail))
  if (target.language) url.searchParams.set('language', target.language)
  if (target.experience !== null) url.searchParams.set('experience', String(target.experience))
  else url.searchParams.set('defaultView', 'agenda')
  if (target.timeslot) url.searchParams.set('timeslot', String(target.timeslot))
  if (target.date) url.searchParams.set('date', target.date)
  for (const name of LOOK) if (target[name] != null) url.searchParams.set(name, String(target[name]))
  return url.href
}
