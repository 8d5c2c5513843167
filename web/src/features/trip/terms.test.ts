import { expect, it } from 'vitest'
import { termsOf } from './terms'

const until = '2026-11-22T09:00:00Z'

it.each([
  [1_000_000, 0, until, 'free'],
  [1_000_000, 0, null, 'freeAlways'],
  [1_000_000, 500, until, 'shareFee'],
  [500_000, 0, until, 'share'],
  [500_000, 500, null, 'shareAlways'],
  [0, 0, null, 'none'],
  [0, 0, until, 'none'],
])('of %d ppm less %d until %s says %s', (refund_ppm, fee_amount, end, said) =>
  expect(termsOf({ refund_ppm, fee_amount, until: end })).toBe(said),
)
