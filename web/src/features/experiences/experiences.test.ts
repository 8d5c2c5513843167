import { describe, expect, it } from 'vitest'
import type { ExperienceFull } from '@/api/models'
import { bodyOf, draftOf, experienceSchema } from './model'
import { byDay, ruleOf, shiftMonth, weeksOf, weekOrder, type RuleValues } from './rule'
import { htmlToText, textToHtml } from './text'

const known = {
  id: 5,
  name: 'Kayak',
  status: { id: 1, slug: 'live', name: 'Live' },
  capacity_type: { id: 1, slug: 'experience_date', name: '' },
  default_capacity: 12,
  duration_minutes: 150,
  short_description: '',
  description_html: '<ul><li>Paddles</li></ul><p>Dry <b>bags</b></p>',
  meeting_point: '',
  color: '#0b6e99',
  version: 3,
  customerTypes: [
    {
      id: 9,
      customer_type: { id: 1, slug: 'adult', name: 'Adult', kind: 'adult' },
      label: 'Grown-up',
      base_price: 4900,
      pax_per_booking: 2,
      is_consume_capacity: true,
      is_public: false,
      is_staff_only: true,
      is_exclude_from_min_price: true,
      min_qty: 1,
      max_qty: 4,
      min_age: 18,
      max_age: null,
      accompanied_by: [2],
      requires_waiver: 'adult',
      position: 0,
    },
  ],
} as unknown as ExperienceFull

describe('an experience that is saved again', () => {
  const values = experienceSchema.parse(draftOf(known))

  it('keeps what the form does not show', () => {
    const body = bodyOf(values, known)
    expect(body).toMatchObject({ id: 5, version: 3, capacity_type: 'experience_date', duration_minutes: 150 })
    expect(body.description_html).toBe(known.description_html)
    expect(body.customerTypes).toEqual([
      {
        id: 9,
        customer_type_id: 1,
        base_price: 4900,
        label: 'Grown-up',
        pax_per_booking: 2,
        is_consume_capacity: true,
        is_public: false,
        is_staff_only: true,
        is_exclude_from_min_price: true,
        min_qty: 1,
        max_qty: 4,
        min_age: 18,
        max_age: null,
        accompanied_by: [2],
        requires_waiver: 'adult',
      },
    ])
  })

  it('becomes unlimited when the seats are taken out', () => {
    const body = bodyOf({ ...values, default_capacity: null }, known)
    expect(body).toMatchObject({ capacity_type: 'unlimited', default_capacity: null })
  })

  it.each(['resource', 'timeslot_customer_type'])('keeps seats that are counted by %s', (slug) => {
    const other = { ...known, capacity_type: { id: 3, slug, name: '' } }
    expect(bodyOf(values, other).capacity_type).toBe(slug)
    expect(bodyOf({ ...values, default_capacity: null }, other).capacity_type).toBe(slug)
  })

  it('takes a new description', () => {
    expect(bodyOf({ ...values, description: 'One\n\nTwo & <three>' }, known).description_html).toBe(
      '<p>One</p><p>Two &amp; &lt;three&gt;</p>',
    )
  })
})

it('refuses an experience without a name or a price', () => {
  const result = experienceSchema.safeParse({
    ...draftOf(known),
    name: ' ',
    customerTypes: [{ customer_type_id: 1, base_price: null }],
  })
  expect(result.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
    ['name', 'required'],
    ['customerTypes.0.base_price', 'required'],
  ])
})

it.each(['One', 'One\nline', 'One\n\nTwo', 'a < b & c > d', ''])('text %j survives as HTML', (text) => {
  expect(htmlToText(textToHtml(text))).toBe(text)
})

describe('a rule', () => {
  const values: RuleValues = {
    weekdays: [6, 0],
    from: '2026-12-01',
    to: null,
    mode: 'times',
    times: ['14:30', '09:00', null, '09:00'],
    first: '09:00',
    last: '12:00',
    every: 30,
    capacity: null,
  }

  it('has each time once, in order, and no end when there is none', () => {
    expect(ruleOf(values)).toEqual({ date_from: '2026-12-01', weekdays: [0, 6], times: ['09:00', '14:30'] })
  })

  it('may be an interval', () => {
    expect(ruleOf({ ...values, mode: 'interval', to: '2026-12-31', capacity: 8 })).toEqual({
      date_from: '2026-12-01',
      date_to: '2026-12-31',
      weekdays: [0, 6],
      time_from: '09:00',
      time_to: '12:00',
      interval_minutes: 30,
      capacity: 8,
    })
  })

  it.each([
    { weekdays: [] },
    { from: null },
    { times: [null] },
    { mode: 'interval' as const, last: '08:00' },
    { mode: 'interval' as const, every: null },
  ])('is none while %j', (missing) => expect(ruleOf({ ...values, ...missing })).toBeNull())
})

it('lays a month out in weeks', () => {
  const weeks = weeksOf('2026-11', 1)
  expect(weeks.length).toBe(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.at(-1)?.[0]).toBe('2026-11-30')
  expect(weeksOf('2026-11', 0)[0]?.[0]).toBe('2026-11-01')
  expect(weekOrder(1)).toEqual([1, 2, 3, 4, 5, 6, 0])
  expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})

it('gathers times by day', () => {
  const slots = [
    { date: '2026-12-01', start_time: '09:00' },
    { date: '2026-12-01', start_time: '14:00' },
    { date: '2026-12-02', start_time: '09:00' },
  ]
  expect([...byDay(slots)]).toEqual([
    ['2026-12-01', ['09:00', '14:00']],
    ['2026-12-02', ['09:00']],
  ])
})
