import { expect, it } from 'vitest'
import { fieldInWords, inWords, isTold } from './model'

it.each([
  [null, '–'],
  ['', '–'],
  [0, '0'],
  [false, 'false'],
  [['a', 1], '["a",1]'],
  ['x'.repeat(100), `${'x'.repeat(79)}…`],
])('%j is told as %s', (value, words) => expect(inWords(value)).toBe(words))

it.each([
  ['first_name', 'first name'],
  ['first_start_at', 'first start'],
  ['rate_ppm', 'rate'],
  ['status', 'status'],
])('%s is called %s', (field, words) => expect(fieldInWords(field)).toBe(words))

it.each([
  [{ before: null, after: false }, false],
  [{ before: null, after: [] }, false],
  [{ before: null, after: 0 }, true],
  [{ before: true, after: false }, true],
  [{ before: 'a', after: null }, true],
  [{ before: 'a', after: 'a' }, false],
])('%j is told: %s', (change, told) => expect(isTold(change)).toBe(told))
