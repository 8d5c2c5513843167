import { expect, it } from 'vitest'
import { addDays, dayIn, dayOrNull, formatDay, formatDistance, formatTime, minutesUntil } from './dates'
import { sortFieldErrors } from './form-errors'
import { can } from './session'

it('knows which day it is at the operator', () => {
  const instant = new Date('2026-11-20T23:30:00Z')
  expect(dayIn('Europe/Berlin', instant)).toBe('2026-11-21')
  expect(dayIn('America/New_York', instant)).toBe('2026-11-20')
})

it('steps over months and leap days', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

it('takes a day for one', () => expect(dayOrNull('2028-02-29')).toBe('2028-02-29'))

it.each(['', 'tomorrow', '2026-13-01', '2026-02-30', '2026-1-1', null])('takes %s for no day', (text) =>
  expect(dayOrNull(text)).toBeNull(),
)

it('writes days and times as the reader does', () => {
  expect(formatDay('2026-11-20', 'en-GB')).toBe('Friday 20 November')
  expect(formatDay('2026-11-20', 'de')).toBe('Freitag, 20. November')
  expect(formatTime('14:05', 'de')).toBe('14:05')
  expect(formatTime('14:05:00', 'en-US').replace('\u202f', ' ')).toBe('2:05 PM')
})

it('says how far away an instant is', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  expect(minutesUntil('2026-11-20T10:25:00Z', now)).toBe(25)
  expect(formatDistance(25, 'en')).toBe('in 25 min.')
  expect(formatDistance(300, 'en')).toBe('in 5 hr.')
})

it('sorts the messages of a refusal to the fields that are shown', () => {
  const shown = ['name', 'customerTypes', 'customerTypes.*.base_price']
  const fields = {
    name: ['Too long.', 'Already there.'],
    'customerTypes.1.base_price': ['Too small.'],
    'customerTypes.0.label': ['Odd.'],
    sku: ['Unknown.'],
  }
  expect(sortFieldErrors(fields, shown)).toEqual({
    byField: {
      name: 'Too long. Already there.',
      'customerTypes.1.base_price': 'Too small.',
      customerTypes: 'Odd.',
    },
    rest: ['Unknown.'],
  })
})

it('grants what a permission or its area grants', () => {
  expect(can(['setup.experiences'], 'setup.experiences')).toBe(true)
  expect(can(['setup.*'], 'setup.experiences')).toBe(true)
  expect(can(['*'], 'setup.experiences')).toBe(true)
  expect(can(['trip.view', 'setup.team'], 'setup.experiences')).toBe(false)
})
