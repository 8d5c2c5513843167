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
  reseller?: number | null
  promo?: string | null
}

/** In this order; the look that the address of a calendar asks for goes with the visitor, and whose link it was. */
const NAMES = ['showDetail', 'language', 'experience', 'timeslot', 'date', 'theme', 'color', 'radius', 'font', 'reseller', 'promo'] as const

/** The address of the trip builder for a choice made in the calendar; without an experience it is the agenda. */
export function tripBuilderUrl(target: TripBuilderTarget, origin: string): string {
  const url = new URL('/widgets/tripBuilder', origin)
  for (const name of NAMES) {
    const value = target[name] ?? ''
    if (value !== '') url.searchParams.set(name, String(value))
    else if (name === 'experience') url.searchParams.set('defaultView', 'agenda')
  }
  return url.href
}
