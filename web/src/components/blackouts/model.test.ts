import { expect, it } from 'vitest'
import type { NamedBlackout } from '@/api/models'
import { bodyOf, changeOf, entriesOf, filtered, formOf, newForm, spanOf, wholeDays } from './model'

const zone = 'America/New_York'
const row = (given: Partial<NamedBlackout>): NamedBlackout => ({
  id: 1,
  resource_id: null,
  guide_avatar_id: null,
  experience_id: null,
  start_at: '2026-07-01T12:00:00Z',
  end_at: '2026-07-01T14:00:00Z',
  reason: '',
  series_id: null,
  name: 'Orca',
  group_name: null,
  ...given,
})

it('means whole local days, also when the clock changes in between', () => {
  expect(spanOf(newForm([1], '2026-07-01'), zone)).toEqual({
    start_at: '2026-07-01T04:00:00.000Z',
    end_at: '2026-07-02T04:00:00.000Z',
  })
  const change = { ...newForm([1], '2026-11-01'), days: { start: '2026-10-31', end: '2026-11-01' } }
  expect(spanOf(change, zone)).toEqual({ start_at: '2026-10-31T04:00:00.000Z', end_at: '2026-11-02T05:00:00.000Z' })
})

it('asks for nothing while it is not whole or ends before it begins', () => {
  const form = newForm([1], '2026-07-01', { from: '10:00', until: '09:00' })
  expect(bodyOf(form, zone)).toBeNull()
  expect(bodyOf({ ...form, until: null }, zone)).toBeNull()
  expect(bodyOf({ ...form, until: '11:00', ids: [] }, zone)).toBeNull()
  expect(bodyOf({ ...form, until: '11:00', every: 'week', last: null }, zone)).toBeNull()
  expect(bodyOf({ ...form, until: '11:00', every: 'week', last: '0002-07-31' }, zone)).toBeNull()
  expect(spanOf({ ...newForm([1], '2026-07-01'), days: { start: '0020-07-01', end: '2026-07-01' } }, zone)).toBeNull()
  expect(bodyOf({ ...form, until: '11:00', reason: ' Paint ' }, zone)).toEqual({
    start_at: '2026-07-01T14:00:00.000Z',
    end_at: '2026-07-01T15:00:00.000Z',
    reason: 'Paint',
    repeat: null,
  })
  expect(bodyOf({ ...form, until: '11:00', every: 'week', last: '2026-07-31' }, zone)?.repeat).toEqual({
    every: 'week',
    until: '2026-07-31',
  })
})

it('comes back from what is stored as it went', () => {
  for (const form of [
    newForm([7], '2026-07-01'),
    { ...newForm([7], '2026-07-01'), days: { start: '2026-07-01', end: '2026-07-03' } },
    newForm([7], '2026-07-01', { from: '08:15', until: '12:30' }),
    {
      ...newForm([7], '2026-07-01', { from: '22:00', until: '02:00' }),
      days: { start: '2026-07-01', end: '2026-07-02' },
    },
  ]) {
    const span = spanOf(form, zone)
    expect(span && changeOf(formOf({ ...span, reason: '' }, 7, zone), zone)).toEqual({
      ...span,
      reason: '',
      series: false,
    })
  }
  expect(wholeDays({ start_at: '2026-07-01T04:00:00Z', end_at: '2026-07-03T04:00:00Z' }, zone)).toEqual({
    first: '2026-07-01',
    last: '2026-07-02',
  })
  expect(wholeDays({ start_at: '2026-07-01T05:00:00Z', end_at: '2026-07-03T04:00:00Z' }, zone)).toBeNull()
})

it('tells a series of one owner once', () => {
  const rows = [
    row({ id: 1, resource_id: 5, series_id: 'a' }),
    row({ id: 2, resource_id: 6, series_id: 'a' }),
    row({ id: 3, resource_id: 5, series_id: 'a' }),
    row({ id: 4, resource_id: 5 }),
  ]
  expect(entriesOf(rows).map((entry) => entry.rows.map((one) => one.id))).toEqual([[1, 3], [2], [4]])
})

it('is found by kind, name, group and reason', () => {
  const rows = [
    row({ id: 1, resource_id: 5, group_name: 'Boats' }),
    row({ id: 2, guide_avatar_id: 6, name: 'Ida', reason: 'Wedding' }),
  ]
  const ids = (given: Parameters<typeof filtered>[1]) => filtered(rows, given).map((one) => one.id)
  expect(ids({ kind: 'all', text: '' })).toEqual([1, 2])
  expect(ids({ kind: 'guide', text: '' })).toEqual([2])
  expect(ids({ kind: 'all', text: ' boat' })).toEqual([1])
  expect(ids({ kind: 'all', text: 'WEDD' })).toEqual([2])
})
