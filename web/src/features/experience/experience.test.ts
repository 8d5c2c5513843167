import { describe, expect, it } from 'vitest'
import type { ResourceUsage, Restriction } from '@/api/models'
import { basicsChanges, basicsOf, basicsSchema } from './basics'
import { daysOf } from './days'
import { known } from './fixture'
import { guestsChanges, guestsOf, guestsSchema, newGuest, type Guest } from './guests'
import { leavesOf, plain } from './history'
import { partOf } from './parts'
import { readiness } from './readiness'
import { restrictionBody, restrictionOf } from './restriction'
import { minutesOf, spanOf } from './span'
import { countDraft, textsChanges, textsOf } from './texts'
import { usagesBody, usagesOf } from './usages'

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
    [{ name: '🛶'.repeat(200) }, 'name'],
  ])('%j is told at %s', (change, field) => {
    const result = basicsSchema.safeParse({ ...basicsOf(known), ...change })
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([field])
  })

  it('make a name for addresses of whatever is typed', () => {
    const slugOf = (slug: string) => basicsSchema.parse({ ...basicsOf(known), slug }).slug
    expect([slugOf(' Küste & Meer! '), slugOf('--'), slugOf('sunset-2')]).toEqual(['k-ste-meer', '', 'sunset-2'])
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

  it.each([
    [{ base_price: -1 }, 'base_price', 'positive'],
    [{ min_age: 12, max_age: 4 }, 'max_age', 'order'],
    [{ min_qty: 3, max_qty: 2 }, 'max_qty', 'order'],
  ])('%j is told at %s', (change, field, rule) => {
    const [adult] = guestsOf(known).customerTypes
    const { error } = guestsSchema.safeParse({ customerTypes: [{ ...adult, ...change }] })
    expect(error?.issues.map(({ path, message }) => [path.at(-1), message])).toEqual([[field, rule]])
  })

  it('are accompanied only by what is still sold', () => {
    const [, child] = guestsOf(known).customerTypes
    expect(guestsChanges({ customerTypes: [child as Guest] }).customerTypes?.[0]?.accompanied_by).toEqual([])
    expect(newGuest(4)).toMatchObject({ customer_type_id: 4, base_price: null })
  })
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
  const one = {
    short_description: '',
    description_html: '',
    inclusions: 'Lunch',
    exclusions: '',
    meeting_point: '',
    what_to_bring: '',
  }
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

it('tells of a change value by value', () => {
  const before = { 9: { mode: 'add', value: 100 }, 10: { mode: 'add', value: 5 } }
  const after = { 9: { mode: 'add', value: 200 }, 11: { mode: 'percent' } }
  expect(leavesOf(['prices'], before, after)).toEqual([
    { path: ['prices', '9', 'value'], before: 100, after: 200 },
    { path: ['prices', '10', 'mode'], before: 'add', after: undefined },
    { path: ['prices', '10', 'value'], before: 5, after: undefined },
    { path: ['prices', '11', 'mode'], before: undefined, after: 'percent' },
  ])
  expect(leavesOf(['deposit'], {}, { kind: 'none', amount: 0 }).map(({ path }) => path.at(-1))).toEqual([
    'kind',
    'amount',
  ])
  expect(leavesOf(['name'], 'A', 'A')).toEqual([])
  expect([plain(['a', 'b']), plain([{ a: 1 }]), plain(3)]).toEqual(['a, b', [{ a: 1 }], 3])
})
