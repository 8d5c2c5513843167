'use client'
import { useTranslations } from 'use-intl'
import type { AvailabilityRule } from '@/api/models'
import { weekdayName, weekOrder } from '@/lib/months'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'

type Spoken = Pick<
  AvailabilityRule,
  'weekdays' | 'times' | 'time_from' | 'time_to' | 'interval_minutes' | 'date_from' | 'date_to'
>

/** A rule in words: on which weekdays, at what times, from when until when. */
export function useRuleWords() {
  const t = useTranslations('experience')
  const format = useFormat()
  const day = useDayText()
  const weekStart = useSession()?.properties.week_start ?? 1
  return {
    weekdays: (weekdays: readonly number[]) => {
      const days = weekOrder(weekStart).filter((day) => weekdays.includes(day))
      return days.length === 7
        ? t('daily')
        : format.shortList(days.map((day) => weekdayName(day, format.locale, 'short')))
    },
    times: ({ times, time_from, time_to, interval_minutes }: Omit<Spoken, 'weekdays' | 'date_from' | 'date_to'>) =>
      interval_minutes !== null && time_from && time_to
        ? t('everyMinutes', { count: interval_minutes, from: format.time(time_from), to: format.time(time_to) })
        : times.map((time) => format.time(time)).join(', '),
    span: ({ date_from, date_to }: Pick<Spoken, 'date_from' | 'date_to'>) =>
      date_to
        ? t('fromTo', { from: day(date_from, date_to), to: day(date_to, date_from) })
        : t('fromOn', { from: day(date_from) }),
  }
}

/** A day in short, with its year when that, or the other end's, is not the present one. */
export function useDayText() {
  const format = useFormat()
  const year = dayIn(useSession()?.properties.time_zone ?? 'UTC').slice(0, 4)
  return (day: string, other = day) =>
    format.day(day, day.startsWith(year) && other.startsWith(year) ? 'short' : 'medium')
}

/** Days from a first to a last; a single one by itself. */
export function useStretchWords() {
  const day = useDayText()
  return ({ start, end }: { start: string; end: string }) =>
    start === end ? day(start) : `${day(start, end)} – ${day(end, start)}`
}
