import { expect, test } from 'vitest'
import { formatDeadline, formatInstant } from './dates'
import { regionalLocale } from './region'

test.each([
  ['en', 'en-US', 'en-US'],
  ['en', 'en-GB', 'en-GB'],
  ['en', 'de-AT', 'en-AT'],
  ['es', 'es-MX', 'es-MX'],
])('%s at an operator in %s is %s', (language, operator, locale) => {
  expect(regionalLocale(language, operator)).toBe(locale)
})

test.each([
  ['en-US', 'Sun, Nov 22, 4:18 PM'],
  ['en-GB', 'Sun 22 Nov, 16:18'],
])('an instant in %s', (operator, said) => {
  const at = formatInstant('2026-11-22T16:18:00Z', 'UTC', regionalLocale('en', operator), new Date('2026-11-24'))
  expect(at.replace(/\s/g, ' ')).toBe(said)
})

test.each([
  ['2026-11-22T05:00:00Z', 'Sun, Nov 22'],
  ['2026-11-22T05:30:00Z', 'Sun, Nov 22, 12:30 AM'],
  ['2026-07-01T04:00:00Z', 'Wed, Jul 1'],
  ['2027-01-03T05:00:00Z', 'Sun, Jan 3, 2027'],
])('a deadline at %s in New York is %s', (at, said) => {
  expect(formatDeadline(at, 'America/New_York', 'en-US', new Date('2026-11-24')).replace(/\s/g, ' ')).toBe(said)
})
