import { describe, expect, it } from 'vitest'
import type { AvailabilityRule, BulkDay, Departure, ExperienceDay, RuleDay } from '@/api/models'
import { changesBody, everything, filterOf, isSaid, newChange, onlyExperience } from './bulk'
import { boundsOf, cellsOf, departureForm, seatChanges } from './departures'
import { fatesByDay, fatesOfMany, lookOf, runs, signsOf, startsOf, sumFates, type DayFates } from './fates'
import { daysBetween, newRule, problemsOf, ruleOf, stretches, valuesOf, type RuleValues } from './values'

const values: RuleValues = {
  ...newRule('2026-12-01'),
  weekdays: [6, 0],
  to: null,
  times: ['14:30', '09:00', null, '09:00'],
}

describe('a rule', () => {
  it('has each time once, in order, and no end when there is none', () => {
    expect(ruleOf(values)).toEqual({ date_from: '2026-12-01', weekdays: [0, 6], times: ['09:00', '14:30'] })
  })

  it('may be an interval', () => {
    const interval = { first: '09:00', last: '12:00', every: 30 }
    expect(ruleOf({ ...values, ...interval, mode: 'interval', to: '2026-12-31', capacity: 8 })).toEqual({
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
    [{ weekdays: [] }, 'weekdays', 'needDay'],
    [{ from: null }, 'date_from', 'needFrom'],
    [{ to: '2026-11-30' }, 'date_to', 'endsBefore'],
    [{ times: [null] }, 'times', 'needTime'],
    [{ mode: 'interval' as const, last: '08:00' }, 'time_to', 'lastBefore'],
    [{ mode: 'interval' as const, every: null }, 'interval_minutes', 'needInterval'],
    [{ mode: 'interval' as const, every: 0 }, 'interval_minutes', 'needInterval'],
  ])('is none while %j, and says why', (missing, field, problem) => {
    expect(ruleOf({ ...values, ...missing })).toBeNull()
    expect(problemsOf({ ...values, ...missing })).toEqual({ [field]: problem })
  })

  it('may have single days alone', () => {
    expect(ruleOf({ ...values, weekdays: [], included: ['2026-12-24'] })).toMatchObject({ weekdays: [] })
  })

  const known: AvailabilityRule = {
    ...{ id: 7, experience_id: 5, status: 'draft', date_from: '2026-12-01', date_to: '2026-12-31', version: 3 },
    ...{ weekdays: [1, 2], exclude_dates: ['2026-12-25', '2026-12-24'], include_dates: ['2026-12-06'] },
    ...{ season_ids: [4], times: ['09:00'], time_from: null, time_to: null, interval_minutes: null },
    ...{ duration_minutes: 95, is_flex: true, capacity: 8, capacity_by_type: { 9: 4 }, online_allotment: 5 },
    ...{ channel_allotments: { ota: 2 }, price_override: { 9: 4900 }, note: 'Bring hats' },
    ...{ generated_until: null, guide_ids: [3, 2] },
  }

  it('comes back whole', () => {
    const { id, experience_id, version, generated_until, time_from, time_to, interval_minutes, ...said } = known
    expect([id, experience_id, version, generated_until, time_from, time_to, interval_minutes]).toBeDefined()
    expect(ruleOf(valuesOf(known))).toEqual({ ...said, exclude_dates: ['2026-12-24', '2026-12-25'] })
  })

  it('leaves out what was emptied', () => {
    const emptied = { byType: { 9: null }, channels: {}, prices: { 9: null }, note: ' ', hours: null, minutes: null }
    const body = ruleOf({ ...valuesOf(known), ...emptied })
    expect(Object.keys(body ?? {})).not.toEqual(expect.arrayContaining(['note']))
    expect(body).not.toHaveProperty('price_override')
    expect(body).not.toHaveProperty('capacity_by_type')
    expect(body).not.toHaveProperty('duration_minutes')
  })
})

it('puts days in stretches, and takes a stretch apart', () => {
  expect(stretches(['2026-12-26', '2026-12-24', '2026-12-25', '2026-12-31'])).toEqual([
    { start: '2026-12-24', end: '2026-12-26' },
    { start: '2026-12-31', end: '2026-12-31' },
  ])
  expect(daysBetween('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  expect(daysBetween('2026-01-01', '2099-01-01', 3)).toHaveLength(3)
})

describe('fates', () => {
  const day: RuleDay = {
    ...{ date: '2026-12-01', created: ['10:00'], updated: [], removed: ['09:00'] },
    ...{ kept: ['14:00'], unchanged: [], taken: [] },
  }
  const none: DayFates = { created: 0, updated: 0, removed: 0, kept: 0, taken: 0, unchanged: 0 }

  it('are counted by day and in all', () => {
    const days = fatesByDay([day, { ...day, date: '2026-12-02' }])
    expect(days.get('2026-12-01')).toEqual({ ...none, created: 1, removed: 1, kept: 1 })
    expect(sumFates(days.values())).toEqual({ ...none, created: 2, removed: 2, kept: 2 })
    const many = {
      date: 'x',
      created_cnt: 3,
      updated_cnt: 0,
      removed_cnt: 1,
      kept_cnt: 0,
      unchanged_cnt: 0,
      taken_cnt: 0,
    }
    expect(fatesOfMany([many as BulkDay]).get('x')).toEqual({ ...none, created: 3, removed: 1 })
  })

  it.each([
    [{ removed: 2 }, 'removed', '−2', 0],
    [{ removed: 2, kept: 1 }, 'removed', '−2', 1],
    [{ created: 2, removed: 1 }, 'created', '+2 −1', 2],
    [{ updated: 3, unchanged: 1 }, 'updated', '~3', 4],
    [{ kept: 1, unchanged: 2 }, 'kept', '×3', 3],
    [{ unchanged: 2 }, 'unchanged', '×2', 2],
    [{ taken: 1 }, 'taken', '', 0],
  ])('of a day with %j look like %s', (own, look, signs, count) => {
    const fates = { ...none, ...own }
    expect([lookOf(fates), signsOf(fates), runs(fates)]).toEqual([look, signs, count])
  })

  it('of a day stand in the order of the clock', () => {
    expect(startsOf(day).map(({ time, fate }) => `${time} ${fate}`)).toEqual([
      '09:00 removed',
      '10:00 created',
      '14:00 kept',
    ])
  })
})

describe('a bulk edit', () => {
  it('asks for what is filled in only', () => {
    expect(filterOf(everything)).toEqual({ experience_ids: [], statuses: ['live'] })
    expect(
      filterOf({ ...everything, weekdays: [0], span: { start: 'a', end: 'b' }, timeFrom: '09:00', timeTo: null }),
    ).toEqual({
      ...{ experience_ids: [], statuses: ['live'], weekdays: [0] },
      ...{ date_from: 'a', date_to: 'b', time_from: '09:00' },
    })
  })

  it('sends the changes that say something', () => {
    const changes = {
      ...{ capacity: null, times: [null, '10:00', '09:00', '10:00'], weekdays: [], add_exclude_dates: [] },
      ...{ note: ' Hats ', price_override: { 1: null, 2: 500 }, capacity_by_type: { 1: null }, channel_allotments: {} },
    }
    expect(changesBody(changes)).toEqual({
      ...{ capacity: null, times: ['09:00', '10:00'], note: 'Hats', price_override: { 2: 500 } },
      channel_allotments: {},
    })
  })

  it.each(['capacity', 'date_to', 'status', 'is_flex'] as const)('%s says something as it is added', (kind) =>
    expect(isSaid(kind, newChange(kind))).toBe(true),
  )

  it('knows whether one experience is meant', () => {
    expect(onlyExperience([{ experience_id: 4 }, { experience_id: 4 }])).toBe(4)
    expect(onlyExperience([{ experience_id: 4 }, { experience_id: 5 }])).toBeNull()
    expect(onlyExperience([])).toBeNull()
  })
})

describe('a month of departures', () => {
  const slot = {
    ...{ id: 1, date: '2026-12-01', status: 'open', capacity: 10, booked_pax_cnt: 4, note: '', version: 2 },
    ...{ online_allotment: null, capacity_by_type: {}, channel_allotments: { ota: 3 } },
  } as unknown as Departure
  const day = {
    ...{ id: 3, date: '2026-12-01', status: 'open', capacity: null, note: '', version: 1, cancelled_cnt: 0 },
  } as unknown as ExperienceDay
  const cell = (one: Partial<ExperienceDay>, ...slots: Partial<Departure>[]) =>
    cellsOf(
      [{ ...day, ...one }],
      slots.map((own) => ({ ...slot, ...own })),
    ).get('2026-12-01')

  it('sums up what is sold of what there is', () => {
    expect(cell({}, {}, { booked_pax_cnt: 6, note: 'Hats' })).toEqual({
      ...{ count: 2, sold: 10, seats: 20, status: 'open', hasNote: true },
    })
    expect(cell({ capacity: 12 }, {}, {})?.seats).toBe(12)
    expect(cell({}, {}, { capacity: null })?.seats).toBeNull()
  })

  it('does not mark every day for a note of its rule', () => {
    const noted = { ...slot, note: 'Bring hats' }
    expect(cellsOf([day], [noted]).get('2026-12-01')?.hasNote).toBe(true)
    expect(cellsOf([day], [noted], ['Bring hats']).get('2026-12-01')?.hasNote).toBe(false)
  })

  it('tells a day that is shut', () => {
    expect(cell({ status: 'closed' }, {})?.status).toBe('closed')
    expect(cell({}, { status: 'closed' }, { status: 'cancelled' })?.status).toBe('closed')
    expect(cell({ cancelled_cnt: 1 }, { status: 'cancelled' })).toMatchObject({ status: 'cancelled', count: 0 })
    expect(cell({}, { status: 'closed' }, {})?.status).toBe('open')
  })

  it('begins and ends', () => {
    expect(boundsOf('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
  })

  it('saves what changed of a departure', () => {
    const form = departureForm(slot)
    expect(seatChanges(slot, { ...form, note: 'New' })).toBeNull()
    expect(seatChanges(slot, { ...form, capacity: 12, channels: { ota: null } })).toEqual({
      capacity: 12,
      channel_allotments: {},
    })
  })
})
