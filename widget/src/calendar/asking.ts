import { postKept, type Numbered } from '../api'
import type { Init, RangeAnswer } from '../types'
import type { CalendarSettings } from './model'
import { rangePath, type Asked } from './range'

/** The body of a range call; optional fields appear only when they say something. */
export function rangeBody(asked: Asked, requestId: number, init: Init, settings: CalendarSettings): Numbered & Record<string, unknown> {
  return {
    isAuthenticated: init.isAuthenticated,
    requestId,
    showPrices: init.properties.is_show_prices_on_calendar,
    ...(init.isAuthenticated && asked.showFull && { showFull: true }),
    ...(settings.category && { category: settings.category }),
    ...(settings.reseller && { reseller: settings.reseller }),
  }
}

export function askRange(asked: Asked, requestId: number, init: Init, settings: CalendarSettings): Promise<RangeAnswer> {
  return postKept<RangeAnswer>(rangePath(asked), rangeBody(asked, requestId, init, settings))
}
