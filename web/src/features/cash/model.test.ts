import { expect, it } from 'vitest'
import type { CashSum } from './api'
import { isLeftOpen, shownKinds, sumOf } from './model'

it.each([
  [{}, 0],
  [{ '10000': 2, '25': 3, '1': 4 }, 20_079],
])('%j', (coins, wanted) => expect(sumOf(coins)).toBe(wanted))

it('tells what moved in the order of a slip', () => {
  const sum = { by_kind: { drop: -5, float: 10, refund: 0 } } as unknown as CashSum
  expect(shownKinds(sum)).toEqual(['float', 'drop'])
})

it('knows a drawer that was left open overnight', () => {
  const at = Date.parse('2026-11-20T08:00:00Z')
  expect(isLeftOpen('2026-11-20T08:00:00Z', at + 8 * 3600_000)).toBe(false)
  expect(isLeftOpen('2026-11-20T08:00:00Z', at + 24 * 3600_000)).toBe(true)
})
