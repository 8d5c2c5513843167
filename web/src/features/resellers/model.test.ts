import { expect, test } from 'vitest'
import { areasOf, toldOf } from './history'
import { fieldsWithin, rateOf, tabOf, termWayOf, wayOf } from './model'

const rate = { commission_ppm: null, commission_amount: null, wholesale_ppm: null }

test('an address without a part, or with one nobody knows, opens the first', () => {
  expect(tabOf(undefined)).toBe('general')
  expect(tabOf('invoicesOfYesterday')).toBe('general')
  expect(tabOf('agents')).toBe('agents')
})

test('a wholesale price beats an amount, and that beats a share', () => {
  expect(wayOf({ commission_ppm: 100_000, commission_amount: 500, wholesale_ppm: 800_000 })).toBe('wholesale')
  expect(wayOf({ ...rate, commission_ppm: 100_000, commission_amount: 0 })).toBe('amount')
  expect(wayOf({ ...rate, commission_ppm: 100_000 })).toBe('share')
  expect(wayOf({ ...rate, commission_ppm: 0 })).toBe('none')
  expect(wayOf(rate)).toBe('none')
})

test('an experience without a rate of its own has the usual one, with nought it earns nothing', () => {
  expect(termWayOf(rate)).toBe('standard')
  expect(termWayOf({ ...rate, commission_ppm: 0 })).toBe('none')
  expect(rateOf('none', rate)).toEqual({ ...rate, commission_ppm: 0 })
  expect(rateOf('standard', { ...rate, commission_amount: 500 })).toEqual(rate)
})

test('the server’s messages stand at the fields of their part', () => {
  const fields = { 'body.rates.commission_ppm': ['Too much.'], 'general.name': ['Elsewhere.'], name: ['Taken.'] }
  expect(fieldsWithin(fields, 'rates')).toEqual({
    commission_ppm: ['Too much.'],
    'general.name': ['Elsewhere.'],
    name: ['Taken.'],
  })
})

test('history tells what has a name, and nothing that stayed nothing', () => {
  const changes = [
    { field: 'commission_ppm', before: 100_000, after: 150_000 },
    { field: 'terms', before: [], after: [{ experience_id: 1 }] },
    { field: 'tax_id', before: '', after: null },
    { field: 'credit_limit_amount', before: 5000, after: null },
  ]
  expect(toldOf({ changes }).map(({ field, before, after }) => [field, before, after])).toEqual([
    ['commission_ppm', 100_000, 150_000],
    ['credit_limit_amount', 5000, null],
  ])
  expect(areasOf({ changes })).toEqual(['tab_experiences'])
})
