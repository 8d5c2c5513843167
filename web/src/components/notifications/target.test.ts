import { expect, it } from 'vitest'
import { safeTarget } from './target'

it.each([
  ['/trip/5', '/trip/5'],
  ['/trips?view=unpaid', '/trips?view=unpaid'],
  ['//evil.example', '/manifest'],
  ['/\\evil.example', '/manifest'],
  ['https://evil.example/', '/manifest'],
  ['javascript:alert(1)', '/manifest'],
  ['', '/manifest'],
  [null, '/manifest'],
])('%s leads to %s', (to, target) => expect(safeTarget(to)).toBe(target))
