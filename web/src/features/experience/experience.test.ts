import { describe, expect, it } from 'vitest'
import type { ExperienceFull, RateSheet, ResourceUsage, Restriction } from '@/api/models'
import { addonBody, addonOf, addonSchema } from './addons'
import { basicsChanges, basicsOf, basicsSchema } from './basics'
import { daysOf } from './days'
import { guestsChanges, guestsOf, newGuest, type Guest } from './guests'
import { partOf } from './parts'
import { rateBody, rateOf } from './rates'
import { readiness } from './readiness'
import { minutesOf, restrictionBody, restrictionOf, spanOf } from './restriction'
import { countDraft, textsChanges, textsOf } from './texts'
import { usagesBody, usagesOf } from './usages'

const ticket = (id: number, kind: number, more = {}) => ({
  ...{ id, customer_type: { id: kind, slug: 'x', name: 'Adult', kind: 'adult' }, label: '', base_price: 4900 },
  ...{ pax_per_booking: 1, is_consume_capacity: true, is_public: true, is_staff_only: false, position: 0 },
  ...{ is_exclude_from_min_price: false, min_qty: 0, max_qty: null, min_age: null, max_age: null },
  ...{ accompanied_by: [] as number[], requires_waiver: 'none' },
  ...more,
})

const known = {
  ...{ id: 5, version: 3, name: 'Kayak', internal_name: null, duration_minutes: 150, schedule_mode: 'fixed' },
  ...{ status: { id: 1, slug: 'live', name: '' }, capacity_type: { id: 1, slug: 'timeslot', name: '' } },
  ...{ default_capacity: 12, is_allow_manual_overbooking: false, is_requires_review: false, color: '#0b6e99' },
  ...{ category_ids: [], location_id: null, difficulty: null, min_age: null, required_skills: [], tags: [] },
  ...{ sku: null, video_url: null, hero_image: null, short_description: '', meeting_point: '', availabilities: [] },
  customerTypes: [ticket(9, 1), ticket(10, 2, { accompanied_by: [1], base_price: 0, is_public: false })],
} as unknown as ExperienceFull

describe('basics', () => {
  it('come back as they were', () => {
    const values = basicsSchema.parse(basicsOf(known))
    expect(basicsChanges(values)).toMatchObject({
      ...{ name: 'Kayak', duration_minutes: 150, default_capacity: 12, status: 'live' },
      ...{ internal_name: null, location_id: null, difficulty: null, sku: null, video_url: null },
    })
  })

  it.each([
    [{ default_capacity: null }, 'default_capacity'],
    [{ hours: 0, minutes: null }, 'hours'],
    [{ name: ' ' }, 'name'],
  ])('%j is told at %s', (change, field) => {
    const result = basicsSchema.safeParse({ ...basicsOf(known), ...change })
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([field])
  })

  it('need no seats where resources count', () => {
    const values = basicsSchema.parse({ ...basicsOf(known), capacity_type: 'resource', default_capacity: null })
    expect(basicsChanges(values).default_capacity).toBeNull()
  })
})

describe('guests', () => {
  it('keep their terms', () => {
    expect(guestsChanges(guestsOf(known)).customerTypes?.[1]).toMatchObject({
      ...{ id: 10, accompanied_by: [1], is_public: false, is_staff_only: false, label: null, min_qty: 0 },
    })
  })

  it('are accompanied only by what is still sold', () => {
    const [, child] = guestsOf(known).customerTypes
    expect(guestsChanges({ customerTypes: [child as Guest] }).customerTypes?.[0]?.accompanied_by).toEqual([])
    expect(newGuest(4)).toMatchObject({ customer_type_id: 4, base_price: null })
  })
})

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

it('an add-on with choices needs one', () => {
  const values = { ...addonOf(undefined, []), name: 'Lunch', input: 'select' as const }
  expect(addonSchema.safeParse(values).error?.issues.map(({ path }) => path.join('.'))).toEqual(['values'])
  expect(addonBody(values, 7).value_type_id).toBe(7)
  expect(addonBody({ ...values, input: 'toggle' }, 7).value_type_id).toBeNull()
})

it('a need for resources goes to everybody, a kind of guest or an add-on', () => {
  const row = { id: 1, resource_group_id: 2, units_per_booking: 1, sharing_scope: 'timeslot', is_required: true }
  const more = { duration_mode: 'timeslot', duration_minutes: null, offset_minutes: -15, resource_group_name: '' }
  const of = (guest: number | null, addon: number | null) =>
    ({ ...row, ...more, experience_customer_type_id: guest, addon_id: addon }) as ResourceUsage
  for (const [guest, addon] of [
    [null, null],
    [9, null],
    [null, 3],
  ] as const) {
    expect(usagesBody(usagesOf([of(guest, addon)]))[0]).toMatchObject({
      ...{ experience_customer_type_id: guest, addon_id: addon, offset_minutes: -15 },
    })
  }
})

it.each([
  [0, { count: 0, unit: 'minutes' }],
  [45, { count: 45, unit: 'minutes' }],
  [120, { count: 2, unit: 'hours' }],
  [-60, { count: -1, unit: 'hours' }],
  [2880, { count: 2, unit: 'days' }],
] as const)('%i minutes are said as %j', (minutes, span) => {
  expect(spanOf(minutes)).toEqual(span)
  expect(minutesOf(span.count, span.unit)).toBe(minutes)
})

it('a set of terms has a row only where it says something', () => {
  const rows = restrictionOf().rows.map((row, place) => ({ ...row, isOn: place === 1, max_pax: 6 }))
  expect(restrictionBody({ name: 'Boats', rows }).rows).toEqual([
    expect.objectContaining({ audience: 'direct', max_pax: 6, cutoff_minutes: null, cutoff_mode: 'before_start' }),
  ])
  const set = { id: 1, version: 2, name: 'Boats', rows: [] } as unknown as Restriction
  expect(restrictionBody(restrictionOf(set), set)).toMatchObject({ id: 1, version: 2, rows: [] })
})

describe('texts', () => {
  const one = { short_description: '', description_html: '', inclusions: 'Lunch', exclusions: '', meeting_point: '' }
  const contents = {
    own_locale: 'en',
    version: 1,
    contents: [
      { locale: 'en', name: 'Kayak', ...one },
      { locale: 'de', name: 'Kajak', ...one, inclusions: '' },
    ],
  }

  it('send what changed, and count what is translated', () => {
    const before = textsOf(contents, 'de')
    expect(textsChanges(before, { ...before, description_html: 'a < b' })).toEqual({
      description_html: '<p>a &lt; b</p>',
    })
    expect([countDraft(contents, 'de'), countDraft(contents, 'fr')]).toEqual(['1/2', '0/2'])
  })
})

it('tells what is missing before it can be sold', () => {
  const missing = readiness(known, 'en').filter((step) => !step.isDone)
  expect(missing.map((step) => step.id)).toEqual(['times', 'picture', 'text', 'meeting'])
  expect(missing[1]?.href).toBe('/setup/experience/5/edit/images')
  expect([partOf('images'), partOf('nonsense'), partOf(undefined)]).toEqual(['images', 'basics', 'basics'])
})

it('puts departures in days', () => {
  const slot = (date: string, start_time: string) => ({ date, start_time })
  expect(daysOf([slot('2026-12-02', '09:00'), slot('2026-12-01', '14:00'), slot('2026-12-01', '09:00')])).toEqual([
    ['2026-12-01', [slot('2026-12-01', '09:00'), slot('2026-12-01', '14:00')]],
    ['2026-12-02', [slot('2026-12-02', '09:00')]],
  ])
})
