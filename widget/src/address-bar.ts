/** What the address of a widget page says. */

export type WidgetQuery = {
  experience: number | null
  calendarId: string | null
  showDetail: boolean | null
  language: string | null
  date: string | null
  /** The partner whose link brought the visitor. */
  reseller: number | null
  /** The partner's code that brought them. */
  promo: string | null
}

export function positiveInt(text: string | null | undefined): number | null {
  return text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

function flag(text: string | null): boolean | null {
  if (text === null) return null
  return text === 'true' || text === '1'
}

/** The language that stands before the path of a page: /fr/widgets/calendar. */
const prefixOf = (path: string): string | null => /^\/([\w-]+)\/widgets\//.exec(path)?.[1] ?? null

export function readQuery(search: string): WidgetQuery {
  const query = new URLSearchParams(search)
  return {
    experience: positiveInt(query.get('experience')),
    calendarId: query.get('calendarId'),
    showDetail: flag(query.get('showDetail')),
    language: query.get('language') ?? prefixOf(location.pathname),
    date: query.get('date'),
    reseller: positiveInt(query.get('reseller')),
    promo: query.get('promo')?.slice(0, 32) || null,
  }
}
