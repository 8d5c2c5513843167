import { expect, test } from 'vitest'
import { limitFields, withoutGaps } from './plan-limits'

test('every limit has a field, and an empty field is no limit', () => {
  expect(limitFields({ users: 3 })).toEqual({ users: 3, locations: null, channels: null, bookings: null })
  expect(withoutGaps(limitFields({ users: 3 }))).toEqual({ users: 3 })
})
