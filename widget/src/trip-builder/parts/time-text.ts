import { instantTime } from '../../times'
import type { BuilderUi } from '../context'
import type { TimeslotRef } from '../types'

/** The start of a timeslot on the operator's clock, or that any time will do. */
export function timeText(timeslot: TimeslotRef, { locale, init, t }: Pick<BuilderUi, 'locale' | 'init' | 't'>): string {
  return timeslot.is_flex ? t('flexTime') : instantTime(timeslot.start_at, locale, init.properties.time_zone)
}

/** "2 hours 30 minutes" in few words. */
export function durationText(minutes: number, { t }: Pick<BuilderUi, 't'>): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [hours > 0 && t('hours', { n: hours }), rest > 0 && t('minutes', { n: rest })]
  return parts.filter(Boolean).join(' ')
}
