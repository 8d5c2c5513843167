import { daysBetween } from '@/components/schedule/axis'
import { addDays } from '@/lib/dates'
import { dateFormat } from '@/lib/intl'
import type { View } from './address'

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The first day of the week that a day lies in; `weekStart` 0 is Sunday. */
export const weekOf = (day: string, weekStart: number) => addDays(day, -((weekdayOf(day) - weekStart + 7) % 7))

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The first day of the month so many months on. */
export function monthAfter(day: string, months: number): string {
  const at = new Date(`${firstOfMonth(day)}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}

/** All days of the month that a day lies in. */
export function monthDays(day: string): string[] {
  const first = firstOfMonth(day)
  return daysFrom(first, daysBetween(first, monthAfter(day, 1)))
}

export const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, at) => addDays(first, at))

/** The days that a view around a day shows; a month comes in whole weeks. */
export function daysOf(view: View, day: string, weekStart: number): string[] {
  if (view === 'day') return [day]
  if (view === 'week') return daysFrom(weekOf(day, weekStart), 7)
  const first = weekOf(firstOfMonth(day), weekStart)
  const end = weekOf(addDays(monthAfter(day, 1), -1), weekStart)
  return daysFrom(first, daysBetween(first, end) + 7)
}

/** The day to show one step on or back. */
export function stepped(view: View, day: string, by: 1 | -1): string {
  if (view === 'month') return monthAfter(day, by)
  return addDays(day, view === 'week' ? 7 * by : by)
}

export function weeksOf(days: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`)

/** What is shown, in words: "November 2026", "16 – 22 Nov 2026", "Sat, 21 Nov 2026". */
export function titleOf(view: View, day: string, weekStart: number, locale: string): string {
  if (view === 'month') return dateFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(utc(day))
  const short = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const
  if (view === 'day') return dateFormat(locale, { ...short, weekday: 'short' }).format(utc(day))
  const first = weekOf(day, weekStart)
  return dateFormat(locale, short).formatRange(utc(first), utc(addDays(first, 6)))
}

export function weekdayName(day: string, locale: string, width: 'long' | 'short' | 'narrow'): string {
  return dateFormat(locale, { timeZone: 'UTC', weekday: width }).format(utc(day))
}

/** A clock time where room is scarce: "9am" and "9:15am" in place of "9:00 AM" and "9:15 AM". */
export function compactTime(time: string, locale: string): string {
  const parts = dateFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' }).formatToParts(
    new Date(`2000-01-01T${time}:00Z`),
  )
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const half = of('dayPeriod')
  if (!/^[ap]/i.test(half)) return parts.map(({ value }) => value).join('')
  const minute = of('minute')
  return of('hour') + (minute === '00' ? '' : `:${minute}`) + half.toLowerCase().replace(/[^a-z]/g, '')
}
