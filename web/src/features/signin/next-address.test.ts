import { expect, it } from 'vitest'
import { safeNext } from './next-address'

it.each([
  ['/trip/7?x=1', '/trip/7?x=1'],
  ['/de/manifest', '/de/manifest'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
])('%s', (next, wanted) => expect(safeNext(next)).toBe(wanted))
