/** What the address of a widget page says, and the cookies that remember it. */
import type { WidgetQuery } from './address-bar'

export * from './address-bar'
export * from './trip-url'

const QUERY_COOKIE = 'outfitter_widget'
const LANGUAGE_COOKIE = 'outfitter_language'
const FAR_FUTURE = new Date(Date.UTC(2047, 11, 31)).toUTCString()

export function readCookie(name: string): string | null {
  try {
    const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
    if (!found) return null
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}

function writeCookie(name: string, value: string, expires?: string): void {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/widgets']
  if (expires) parts.push(`Expires=${expires}`)
  parts.push(location.protocol === 'https:' ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax')
  try {
    document.cookie = parts.join('; ')
  } catch {
    // A frame without an origin keeps nothing.
  }
}

/** Keeps the parameters that were given, for the pages that follow. The day is not one of them. */
export function rememberQuery({ experience, calendarId, showDetail, language, reseller, promo }: WidgetQuery): void {
  const given = Object.entries({ experience, calendarId, showDetail, language, reseller, promo }).filter(([, value]) => value !== null)
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
  for (const name of ['experience', 'calendarId', 'showDetail', 'language', 'reseller', 'promo'] as const) {
    const value = query[name]
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value))
  }
  return url.href
}
