import { expect, test } from 'vitest'
import { lacks, plain } from './rates'

const at = { source: 'entered', is_final: true, version: 1, updated_at: '2026-04-01T00:00:00Z' }
const rate = (currency: string, month: string) => ({ ...at, currency, month, average: '1.2', month_end: '1.2' })
const lack = (currency: string, month: string, accounts_cnt = 1) => ({ currency, month, accounts_cnt })

test('an amount in euros lacks the rate of the figures’ currency', () => {
  const missing = [lack('EUR', '2026-04-01', 3)]
  expect(lacks({ currency: 'USD', is_fetched: false, rates: [], missing })).toEqual([lack('USD', '2026-04-01', 3)])
})

test('another currency may lack both; what is known is not asked for; the newest month stands first', () => {
  const missing = [lack('GBP', '2026-03-01'), lack('GBP', '2026-04-01'), lack('EUR', '2026-04-01', 2)]
  const rates = [rate('USD', '2026-03-01')]
  expect(lacks({ currency: 'USD', is_fetched: true, rates, missing })).toEqual([
    lack('GBP', '2026-04-01'),
    lack('USD', '2026-04-01', 3),
    lack('GBP', '2026-03-01'),
  ])
})

test('rates lose the zeros behind them and nothing else', () => {
  expect(['1.2500000000', '100.0000000000', '100', '0.0090000000'].map(plain)).toEqual(['1.25', '100', '100', '0.009'])
})
