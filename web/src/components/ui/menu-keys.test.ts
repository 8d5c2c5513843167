import { expect, it } from 'vitest'
import { foundBy, makeTyped, stepOf } from './menu-keys'

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, 0],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 0, 2],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', -1, 2],
  ['a', 1, undefined],
])('%s leads from entry %i of three to %s', (key, at, to) => {
  expect(stepOf(key, at, 3)).toBe(to)
})

it('leads nowhere in an empty menu', () => {
  expect(stepOf('ArrowDown', -1, 0)).toBeUndefined()
  expect(foundBy('a', [], -1)).toBeUndefined()
})

const labels = ['Check in 4', 'Sell', 'Édition', 'Cancel', 'Copy']

it.each([
  ['c', -1, 0],
  ['c', 0, 3],
  ['c', 4, 0],
  ['co', 3, 4],
  ['co', 4, 4],
  ['e', -1, 2],
  ['CHECK', 4, 0],
  ['check i', 0, 0],
  ['x', 1, undefined],
])('"%s" typed at entry %i finds %s', (text, at, to) => {
  expect(foundBy(text, labels, at)).toBe(to)
})

it('puts letters together until somebody pauses', () => {
  const typed = makeTyped()
  expect(typed.isGoingOn(0)).toBe(false)
  expect(typed.add('c', 5000)).toBe('c')
  expect(typed.add('o', 5900)).toBe('co')
  expect(typed.isGoingOn(6000)).toBe(true)
  expect(typed.isGoingOn(6900)).toBe(false)
  expect(typed.add('s', 8000)).toBe('s')
})
