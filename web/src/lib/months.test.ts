import { afterEach, expect, it, vi } from 'vitest'
import {
  dayInMonth,
  fullDay,
  monthName,
  shiftMonth,
  weekOf,
  weekOrder,
  weekStartOf,
  weekdayName,
  weeksOf,
  within,
} from './months'

afterEach(() => vi.restoreAllMocks())

it('lays a month out in weeks', () => {
  const weeks = weeksOf('2026-11', 1)
  expect(weeks.length).toBe(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.at(-1)?.[0]).toBe('2026-11-30')
  expect(weeksOf('2026-11', 0)[0]?.[0]).toBe('2026-11-01')
  expect(weekOrder(1)).toEqual([1, 2, 3, 4, 5, 6, 0])
  expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})

it.each([
  ['2026-11-21', 1, '2026-12-21'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2027-12-31', 2, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -1, '2025-12-15'],
])('%s and %i months are %s', (day, by, then) => {
  expect(dayInMonth(day, by)).toBe(then)
})

it.each([
  ['2026-11-21', undefined, undefined, '2026-11-21'],
  ['2026-11-21', '2026-11-22', undefined, '2026-11-22'],
  ['2026-11-21', undefined, '2026-11-20', '2026-11-20'],
  ['2026-11-21', '2026-11-21', '2026-11-21', '2026-11-21'],
])('%s between %s and %s is %s', (day, min, max, nearest) => {
  expect(within(day, min, max)).toBe(nearest)
})

it('says months and days in words', () => {
  expect([monthName('2026-11', 'en-US'), monthName('2026-11', 'de')]).toEqual(['November 2026', 'November 2026'])
  expect(fullDay('2026-11-21', 'en-US')).toBe('Saturday, November 21, 2026')
  expect(fullDay('2026-11-21', 'fr')).toBe('samedi 21 novembre 2026')
  expect([weekdayName(0, 'en', 'long'), weekdayName(6, 'de', 'short')]).toEqual(['Sunday', 'Sa'])
})

it.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['de', 1],
  ['pt-BR', 0],
])('weeks begin in %s on weekday %i', (locale, first) => {
  expect(weekStartOf(locale)).toBe(first)
})

it('begins weeks on Monday where the browser cannot tell', () => {
  vi.spyOn(Intl, 'Locale').mockImplementation(function () {
    return {} as Intl.Locale
  })
  expect(weekStartOf('en-US')).toBe(1)
})

it.each([
  ['2026-11-28', 0, '2026-11-22', '2026-11-28'],
  ['2026-11-28', 1, '2026-11-23', '2026-11-29'],
  ['2026-11-29', 0, '2026-11-29', '2026-12-05'],
  ['2027-01-01', 1, '2026-12-28', '2027-01-03'],
])('the week of %s that begins on weekday %i', (day, start, first, last) => {
  const week = weekOf(day, start)
  expect([week.length, week[0], week[6]]).toEqual([7, first, last])
})
