import { expect, it } from 'vitest'
import type { OfferCode } from '@/api/models'
import { offerBody, offerOf, offerSchema } from './offers'
import { offersWith, stateOf } from './state'

const summer = {
  ...{ id: 7, version: 3, code: 'SUMMER', internal_name: 'Early birds', public_description: '', kind: 'percent' },
  ...{ value: 150_000, frequency: 'per_booking', max_guests_per_trip: 2, is_active: true, status: 'available' },
  ...{ book_from: '2026-05-01', book_to: '2026-05-31', travel_from: null, travel_to: '2026-08-31', weekdays: [1, 2] },
  ...{ blackout_dates: [], experience_ids: [4], customer_type_ids: [], methods: ['phone'], reseller_ids: [9] },
  ...{ min_pax: null, max_pax: null, min_spend: 0, advance_min_days: 0, advance_max_days: null, usage_limit: 50 },
  ...{ usage_limit_per_customer: 1, used_cnt: 12, is_stackable: true, is_auto_apply: false },
  ...{ applies_to_addons: true, funded_by: 'reseller', max_discount_amount: null, created_at: '2026-04-01T00:00:00Z' },
} as OfferCode

const schema = offerSchema('like this')
const wrong = (change: object) =>
  schema
    .safeParse({ ...offerOf(summer), ...change })
    .error?.issues.map(({ path, message }) => [path.join('.'), message])[0]

it('a known code goes back as it came, with what the form does not show', () => {
  const body = offerBody(schema.parse(offerOf(summer)), summer)
  expect(summer).toMatchObject(body)
  const left = Object.keys(summer).filter((name) => !(name in body))
  expect(left.toSorted()).toEqual(['created_at', 'status', 'used_cnt'])
})

it('a new code demands nothing, and only a code for guests counts them', () => {
  const values = schema.parse({ ...offerOf(), code: ' WIND-5 ', value: 500, max_guests_per_trip: 2 })
  expect(offerBody(values)).toMatchObject({ code: 'WIND-5', max_guests_per_trip: null, funded_by: 'operator' })
  expect(offerBody(values)).not.toHaveProperty('id')
})

it.each([
  [{ code: '' }, ['code', 'required']],
  [{ code: 'a b' }, ['code', 'like this']],
  [{ value: null }, ['value', 'required']],
  [{ value: 0 }, ['value', 'positive']],
  [{ book_to: '2026-04-30' }, ['book_to', 'order']],
  [{ min_pax: 4, max_pax: 2 }, ['max_pax', 'order']],
  [{ advance_min_days: 9, advance_max_days: 3 }, ['advance_max_days', 'order']],
  [{ usage_limit: 0 }, ['usage_limit', 'positive']],
])('%j is told at its field', (change, problem) => {
  expect(wrong(change)).toEqual(problem)
})

it.each([
  [{}, '2026-05-01', 'available'],
  [{}, '2026-04-30', 'soon'],
  [{}, '2026-06-01', 'over'],
  [{ book_to: null }, '2026-08-31', 'available'],
  [{ book_to: null }, '2026-09-01', 'over'],
  [{ status: 'used' as const }, '2026-09-01', 'used'],
])('with %j it is on %s %s', (change, today, state) => {
  expect(stateOf({ ...summer, ...change }, today)).toBe(state)
})

it('codes are found by code and by the name the staff gave them', () => {
  const found = (text: string) => offersWith([summer], text).length
  expect([found(''), found('umm'), found('EARLY'), found('winter')]).toEqual([1, 1, 1, 0])
})
