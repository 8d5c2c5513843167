import { expect, it } from 'vitest'
import { listed } from './listed'
import { dayAndTime } from './times'

it.each([
  ['en-US', 'Anna, Ben, and Carl'],
  ['de', 'Anna, Ben und Carl'],
  ['ja', 'Anna、Ben、Carl'],
  ['ar', '\u2068Anna\u2069 و\u2068Ben\u2069 و\u2068Carl\u2069'],
])('lists things as %s does', (locale, expected) => expect(listed(['Anna', false, 'Ben', 'Carl'], locale)).toBe(expected))

it.each([
  ['en-US', 'long', 'Saturday, December 5, 2026 at 6:15 AM'],
  ['de', 'long', 'Samstag, 5. Dezember 2026 um 6:15'],
  ['en-US', 'short', 'Sat, Dec 5, 6:15 AM'],
  ['ja', 'short', '12月5日(土) 6:15'],
] as const)('puts a day and a time together as %s does, %s', (locale, width, expected) =>
  expect(dayAndTime('2026-12-05', '06:15:00', locale, width).replace(/\s/g, ' ')).toBe(expected))

it('has no comma of another script', () => expect(dayAndTime('2026-12-05', '06:15:00', 'ar', 'long')).not.toContain(','))
