import { positiveInt, readQuery } from '../address-bar'
import type { CalendarSettings } from './model'

/** What the address of a calendar asks for. */
export function readSettings(search: string, theme: string | null): CalendarSettings {
  const query = new URLSearchParams(search)
  return {
    ...readQuery(search),
    // The server has looked at them, and so does the trip builder.
    color: query.get('color'),
    radius: query.get('radius'),
    font: query.get('font'),
    isCompact: query.get('display') === 'compact',
    isRebooking: query.get('rebook') === 'true',
    timeslot: positiveInt(query.get('timeslot')),
    isPrompting: query.get('prompt') !== 'false',
    isPreview: query.get('preview') === 'true',
    category: positiveInt(query.get('category')),
    theme,
  }
}
