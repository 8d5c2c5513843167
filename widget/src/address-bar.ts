/** What the address of a widget page says. */

export type WidgetQuery = {
  experience: number | null
  calendarId: string | null
  showDetail: boolean | null
  language: string | null
  date: string | null
}

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
