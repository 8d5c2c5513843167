import { describe, expect, it } from 'vitest'
import { changeOf, rangeOf, sumOf } from './range'

describe('rangeOf', () => {
  it.each([
    ['created', '7', '2026-07-01', '2026-07-07'],
    ['created', '30', '2026-06-08', '2026-07-07'],
    ['activity', '7', '2026-07-07', '2026-07-13'],
  ] as const)('%s over %s days', (basis, span, from, to) => {
    expect(rangeOf('2026-07-07', span, basis, 'year')).toEqual({ from, to, basis, compare: 'year' })
  })
})

it.each([
  [150, 100, 0.5],
  [50, 100, -0.5],
  [0, 100, -1],
  [10, 0, null],
])('%d after %d is %s', (now, before, change) => expect(changeOf(now, before)).toBe(change))

it('adds days up', () => {
  expect(
    sumOf([
      { net: 100, prev: 50, trips: 1, pax: 2 },
      { net: 200, prev: null, trips: 2, pax: 5 },
    ]),
  ).toEqual({ net: 300, before: 50, trips: 3, pax: 7 })
})
