import { describe, expect, it } from 'vitest'
import type { Addon, AddonValueType, Conditions, RateSheet } from '@/api/models'
import { moveOf } from '@/lib/moved'
import { addonBody, addonOf, addonSchema, choicesBody, choicesOf, newChoice } from './addons'
import { appliedByDay, lettersOf } from './applied'
import { conditionsBody, conditionsOf, conditionsSchema } from './conditions'
import { known } from './fixture'
import { rateBody, rateOf, rateSchema } from './rates'

it('a rate sheet sends only the prices it changes, and days as minutes', () => {
  const values = rateOf(known)
  const prices = values.prices.with(0, { ...values.prices[0]!, mode: 'percent', share: -100_000 })
  expect(rateBody(known, { ...values, name: 'Early', advance_min_days: 7, prices })).toMatchObject({
    experience_id: 5,
    status: 'live',
    advance_min_minutes: 10_080,
    prices: [{ experience_customer_type_id: 9, mode: 'percent', value: -100_000 }],
  })
  const sheet = { ...values, id: 2, version: 4, advance_min_minutes: 90, weekdays: [], prices: [] }
  const again = rateBody(known, rateOf(known, sheet as unknown as RateSheet), sheet as unknown as RateSheet)
  expect(again).toMatchObject({ id: 2, version: 4, advance_min_minutes: 90 })
})

it.each([
  [{ pax_min: 5, pax_max: 4 }, 'pax_max'],
  [{ time_from: '12:00', time_to: '09:00' }, 'time_to'],
  [{ valid_from: '2026-12-02', valid_to: '2026-12-01' }, 'valid_to'],
  [{ advance_min_days: 7, advance_max_days: 1 }, 'advance_max_days'],
])('a rate sheet with %j is told at %s', (change, field) => {
  const values = rateOf(known)
  const prices = values.prices.with(0, { ...values.prices[0]!, mode: 'absolute', amount: 100 })
  const { error } = rateSchema.safeParse({ ...values, name: 'A', prices, ...change })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, 'order']])
})

it('a fixed price below nothing is told at its amount, a lower one is not', () => {
  const values = rateOf(known)
  const faults = (mode: 'absolute' | 'add') => {
    const prices = values.prices.with(0, { ...values.prices[0]!, mode, amount: -1 })
    return rateSchema.safeParse({ ...values, name: 'A', prices }).error?.issues.map(({ path }) => path.join('.'))
  }
  expect([faults('absolute'), faults('add')]).toEqual([['prices.0.amount'], undefined])
})

it('the plan has each price of a day once, with its starts', () => {
  const row = (date: string, start_time: string, price: number, rate_sheet_id: number | null) => ({
    ...{ timeslot_id: 1, date, start_time },
    prices: [{ experience_customer_type_id: 9, price, rate_sheet_id }],
  })
  const rows = [
    row('2026-12-01', '09:00', 4900, null),
    row('2026-12-01', '14:00', 4410, 3),
    row('2026-12-01', '16:00', 4410, 3),
  ]
  expect([...appliedByDay(rows, 9)]).toEqual([
    [
      '2026-12-01',
      [
        { price: 4900, sheet: null, times: ['09:00'] },
        { price: 4410, sheet: 3, times: ['14:00', '16:00'] },
      ],
    ],
  ])
  expect(appliedByDay(rows, 10).size).toBe(0)
  const letters = lettersOf(Array.from({ length: 28 }, (_, id) => ({ id })))
  expect([0, 25, 26, 27].map((id) => letters.get(id))).toEqual(['A', 'Z', 'AA', 'AB'])
})

it('an add-on keeps its taxes, channels, stock and share of commission', () => {
  const lunch = {
    ...{ id: 4, version: 2, name: 'Lunch', description: '', scope: 'booking', input: 'toggle', value_type_id: null },
    ...{ values: [], is_required: false, min_qty: 0, max_qty: null, price: 900, price_per: 'unit', tax_ids: [7] },
    ...{ is_taxable: true, is_commissionable: false, stock_product_id: 3, enabled_customer_type_ids: [] },
    ...{ methods: ['phone'], image: null, stock_left: 2, position: 0, is_archived: false },
  } as unknown as Addon
  const kept = { tax_ids: [7], is_taxable: true, is_commissionable: false, stock_product_id: 3, methods: ['phone'] }
  expect(addonBody(addonOf(lunch, []), null, lunch)).toMatchObject({ id: 4, version: 2, ...kept })
  const free = addonOf({ ...lunch, is_taxable: false, tax_ids: null }, [])
  expect(addonBody(free, null)).toMatchObject({ is_taxable: false, tax_ids: null })
  const own = addonSchema.safeParse({ ...addonOf(lunch, []), tax_ids: [] })
  expect(own.error?.issues.map(({ path }) => path.join('.'))).toEqual(['tax_ids'])
})

it('choices show those that are offered, and move one at a time', () => {
  const value = { id: 1, label: 'S', price_delta: 0, sku: null, is_default: true, is_active: true, position: 0 }
  const set = { values: [value, { ...value, id: 2, is_active: false }] } as unknown as AddonValueType
  expect(choicesOf(set).map(({ id }) => id)).toEqual([1])
  expect(choicesBody([{ ...newChoice('M'), price_delta: 200 }])).toEqual([
    { label: 'M', price_delta: 200, sku: null, is_default: false, is_active: true },
  ])
  const all = ['a', 'b', 'c', 'd']
  expect(moveOf(all, ['b', 'c', 'a', 'd'])).toEqual([0, 2])
  expect(moveOf(all, ['a', 'd', 'b', 'c'])).toEqual([3, 1])
  expect(moveOf(all, ['b', 'a', 'c', 'd'])).toEqual([0, 1])
  expect(moveOf(all, all)).toBeNull()
})

describe('deposit and policy', () => {
  const usual = { kind: 'per_order_percent', rate_ppm: 200_000, amount: 0, methods: ['phone'] }
  const read = { deposit: null, cancellation_policy_id: null, version: 3, operator_deposit: usual, policies: [] }
  const asked = conditionsOf(read as unknown as Conditions)

  it('are the operator’s until the experience has its own', () => {
    expect(conditionsBody(asked, 3)).toEqual({ version: 3, deposit: null, cancellation_policy_id: null })
    expect(conditionsBody({ ...asked, isOwn: true, policy: 8 }, 3)).toMatchObject({
      deposit: { kind: 'per_order_percent', rate_ppm: 200_000, amount: 0, methods: ['phone'] },
      cancellation_policy_id: 8,
    })
  })

  it.each([
    [{ kind: 'per_booking_percent', rate_ppm: null }, 'deposit.rate_ppm'],
    [{ kind: 'per_booking_amount', amount: 0 }, 'deposit.amount'],
  ])('%j is told at %s', (change, field) => {
    const { error } = conditionsSchema.safeParse({ ...asked, deposit: { ...asked.deposit, ...change } })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
  })
})

it('an add-on with choices needs one', () => {
  const values = { ...addonOf(undefined, []), name: 'Lunch', input: 'select' as const }
  expect(addonSchema.safeParse(values).error?.issues.map(({ path }) => path.join('.'))).toEqual(['values'])
  expect(addonBody(values, 7).value_type_id).toBe(7)
  expect(addonBody({ ...values, input: 'toggle' }, 7).value_type_id).toBeNull()
})
