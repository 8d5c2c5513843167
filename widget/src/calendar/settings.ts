import { readLook } from '../look'
import { positiveInt, readQuery } from '../address-bar'
import type { CalendarSettings } from './model'

/** What the address of a calendar asks for. */
export function readSettings(search: string, theme: string | null): CalendarSettings {
  const query = new URLSearchParams(search)
  return {
    ...readQuery(search),
    ...readLook(search),
    isCompact: query.get('display') === 'compact',
    isRebooking: query.get('rebook') === 'true',
    timeslot: positiveInt(query.get('timeslot')),
    isPrompting: query.get('prompt') !== 'false',
    isPreview: query.get('preview') === 'true',
    category: positiveInt(query.get('category'))?.toString() ?? null,
    reseller: positiveInt(query.get('reseller'))?.toString() ?? null,
    theme,
  }
}
