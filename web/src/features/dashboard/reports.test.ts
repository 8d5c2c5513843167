import { expect, it } from 'vitest'
import { queryOf } from './reports'

it('leads to the report behind a figure, with its days, base and groups', () => {
  const pointer = {
    slug: 'trips',
    dateType: 'activity',
    from: '2026-11-28',
    to: '2027-02-25',
    filters: [],
    groupBy: ['start_day'],
  }
  expect(queryOf(pointer)).toBe('report=trips&basis=activity&from=2026-11-28&to=2027-02-25&group=start_day&chart=bars')
})

it('leads to the catalog when there is none', () => expect(queryOf(undefined)).toBe(''))
