import { expect, test } from 'vitest'
import { inside, labelEvery, linePath, niceTicks, scaleLinear } from './scale'

test('a scale maps both ends and keeps proportions', () => {
  const scale = scaleLinear([0, 200], [100, 0])
  expect([scale(0), scale(50), scale(200)]).toEqual([100, 75, 0])
})

test('a scale over one single value stands in the middle', () => {
  expect(scaleLinear([5, 5], [0, 80])(5)).toBe(40)
})

test.each([
  [0, 97, [0, 50, 100]],
  [0, 8, [0, 2, 4, 6, 8]],
  [0, 0, [0, 1]],
  [0, 1, [0, 1]],
  [-30, 70, [-50, 0, 50, 100]],
  [0, 1234, [0, 500, 1000, 1500]],
])('ticks from %d to %d', (min, max, ticks) => {
  expect(niceTicks(min, max)).toEqual(ticks)
})

test('money gets lines at whole amounts only', () => {
  expect(niceTicks(0, 150, 4, 100)).toEqual([0, 100, 200])
})

test('a missing value breaks the line', () => {
  expect(linePath([[0, 1], [1, 2], null, [3, 4.126], [4, 5]])).toBe('M0 1L1 2M3 4.13L4 5')
})

test('labels that do not fit are thinned out', () => {
  expect(labelEvery(30, 300, 40)).toBe(4)
  expect(labelEvery(7, 600, 40)).toBe(1)
})

test('no label is cut off at an edge', () => {
  expect(inside(290, 60, 300)).toBe(270)
  expect(inside(10, 60, 300)).toBe(30)
  expect(inside(150, 60, 300)).toBe(150)
})
