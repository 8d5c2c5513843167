import { expect, it } from 'vitest'
import { dayAfterKey } from './day-keys'

// 21 November 2026 is a Saturday.
const from = '2026-11-21'
const monday = { weekStart: 1, isRightToLeft: false }

it.each([
  ['ArrowRight', false, '2026-11-22'],
  ['ArrowLeft', false, '2026-11-20'],
  ['ArrowDown', false, '2026-11-28'],
  ['ArrowUp', false, '2026-11-14'],
  ['Home', false, '2026-11-16'],
  ['End', false, '2026-11-22'],
  ['PageDown', false, '2026-12-21'],
  ['PageUp', false, '2026-10-21'],
  ['PageDown', true, '2027-11-21'],
  ['PageUp', true, '2025-11-21'],
  ['Enter', false, undefined],
  ['Tab', false, undefined],
  ['a', false, undefined],
])('%s (with Shift: %s) leads to %s', (key, shiftKey, to) => {
  expect(dayAfterKey(from, { key, shiftKey }, monday)).toBe(to)
})

it('leads over the end of a month, a year and a leap day', () => {
  const after = (day: string, key: string) => dayAfterKey(day, { key, shiftKey: false }, monday)
  expect(after('2026-12-31', 'ArrowRight')).toBe('2027-01-01')
  expect(after('2028-02-28', 'ArrowRight')).toBe('2028-02-29')
  expect(after('2026-01-31', 'PageDown')).toBe('2026-02-28')
})

it('knows the first weekday', () => {
  const sunday = { weekStart: 0, isRightToLeft: false }
  expect(dayAfterKey(from, { key: 'Home', shiftKey: false }, sunday)).toBe('2026-11-15')
  expect(dayAfterKey(from, { key: 'End', shiftKey: false }, sunday)).toBe(from)
})

it('goes the other way where people read from right to left', () => {
  const mirrored = { weekStart: 6, isRightToLeft: true }
  expect(dayAfterKey(from, { key: 'ArrowRight', shiftKey: false }, mirrored)).toBe('2026-11-20')
  expect(dayAfterKey(from, { key: 'ArrowLeft', shiftKey: false }, mirrored)).toBe('2026-11-22')
  expect(dayAfterKey(from, { key: 'Home', shiftKey: false }, mirrored)).toBe(from)
})
