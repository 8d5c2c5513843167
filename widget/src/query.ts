/** What the address of a widget page says, and the cookie that remembers it. */

export type WidgetQuery = {
  experience: number | null
  calendarId: string | null
  showDetail: boolean | null
  language: string | null
  date: string | null
}

const QUERY_COOKIE = 'outfitter_widget'
const LANGUAGE_COOKIE = 'outfitter_language'
const FAR_FUTURE = new Date(Date.UTC(2047, 11, 31)).toUTCString()

export function positiveInt(text: string | null | undefined): number | null {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

function flag(text: string | null): boolean | null {
  if (text === null) return null
  return text === 'true' || text === '1'
}

export function readQuery(search: string): WidgetQuery {
  const query = new URLSearchParams(search)
  return {
    experience: positiveInt(query.get('experience')),
    calendarId: query.get('calendarId'),
    showDetail: flag(query.get('showDetail')),
    language: query.get('language'),
    date: query.get('date'),
  }
}

export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  if (!found) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}

function writeCookie(name: string, value: string, expires?: string): void {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/widgets']
  if (expires) parts.push(`Expires=${expires}`)
  parts.push(location.protocol === 'https:' ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax')
  document.cookie = parts.join('; ')
}

/** Keeps the parameters that were given, for the pages that follow. The day is not one of them. */
export function rememberQuery({ experience, calendarId, showDetail, language }: WidgetQuery): void {
  const given = Object.entries({ experience, calendarId, showDetail, language }).filter(([, value]) => value !== null)
  if (given.length > 0) writeCookie(QUERY_COOKIE, JSON.stringify(Object.fromEntries(given)))
}

/** The parameters of the last page, empty when there are none. */
export function recalledQuery(): Partial<WidgetQuery> {
  try {
    const value: unknown = JSON.parse(readCookie(QUERY_COOKIE) ?? '{}')
    return value !== null && typeof value === 'object' ? (value as Partial<WidgetQuery>) : {}
  } catch {
    return {}
  }
}

export const rememberLanguage = (language: string): void => writeCookie(LANGUAGE_COOKIE, language, FAR_FUTURE)

export const recalledLanguage = (): string | null => readCookie(LANGUAGE_COOKIE)

/** The calendar's address as the visitor left it, without the day. */
export function calendarUrl(query: Partial<WidgetQuery>, origin: string): string {
  const url = new URL('/widgets/calendar', origin)
  for (const name of ['experience', 'calendarId', 'showDetail', 'language'] as const) {
    const value = query[name]
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value))
  }
  return url.href
}

type TripBuilderTarget = {
  showDetail: boolean | null
  language: string | null
  experience: number | null
  timeslot?: number | null
  date: string | null
  theme?: string | null
}

/** The address of the trip builder for a choice made in the calendar. */
export function tripBuilderUrl(target: TripBuilderTarget, origin: string): string {
  const url = new URL('/widgets/tripBuilder', origin)
  if (target.showDetail !== null) url.searchParams.set('showDetail', String(target.showDetail))
  if (target.language) url.searchParams.set('language', target.language)
  if (target.experience !== null) url.searchParams.set('experience', String(target.experience))
  else url.searchParams.set('defaultView', 'agenda')
  if (target.timeslot) url.searchParams.set('timeslot', String(target.timeslot))
  if (target.date) url.searchParams.set('date', target.date)
  if (target.theme) url.searchParams.set('theme', target.theme)
  return url.href
}
