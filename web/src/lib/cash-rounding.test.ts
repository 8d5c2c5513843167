import { expect, test } from 'vitest'
import { cashRounding } from './cash-rounding'

test.each([
  [1_237, 5, -2],
  [1_238, 5, 2],
  [1_235, 5, 0],
  [1_225, 50, 25],
  [1_224, 50, -24],
  [5, 10, 5],
  [249, 500, -249],
  [250, 500, 250],
  [2, 5, -2],
  [1_237, 0, 0],
])('%d with coins of %d is rounded by %d, as the server does it', (amount, step, rounding) =>
  expect(cashRounding(amount, step)).toBe(rounding),
)
