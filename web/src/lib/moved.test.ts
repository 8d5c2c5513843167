import { expect, test } from 'vitest'
import { moved } from './moved'

test.each([
  ['down, after another', ['b'], 'd', true, 'acdbe'],
  ['up, before another', ['d'], 'a', false, 'dabce'],
  ['several keep their order', ['e', 'b'], 'd', false, 'acbed'],
  ['to the end', ['a'], 'e', true, 'bcdea'],
  ['onto itself changes nothing', ['b'], 'b', true, 'abcde'],
])('%s', (_, members, target, isAfter, expected) => {
  expect(moved([...'abcde'], members, target, isAfter).join('')).toBe(expected)
})
