import { describe, expect, it } from 'vitest'
import { daysOf, lengthOf, stepFor, type Preset } from './periods'

const on = (today: string, preset: Preset, more: { weekStart?: number; begins?: number } = {}) => {
  const { from, to } = daysOf({ preset }, { today, ...more })
  return [from, to]
}

describe('the days of a period', () => {
  it.each([
    ['2026-11-28', 'today', '2026-11-28', '2026-11-28'],
    ['2026-03-01', 'yesterday', '2026-02-28', '2026-02-28'],
    ['2026-11-28', 'last_7_days', '2026-11-22', '2026-11-28'],
    ['2026-11-28', 'next_7_days', '2026-11-28', '2026-12-04'],
    ['2026-11-29', 'this_week', '2026-11-23', '2026-11-29'],
    ['2026-11-28', 'next_month', '2026-12-01', '2026-12-31'],
    ['2026-01-31', 'last_month', '2025-12-01', '2025-12-31'],
    ['2028-02-10', 'this_month', '2028-02-01', '2028-02-29'],
    ['2026-02-10', 'last_quarter', '2025-10-01', '2025-12-31'],
    ['2026-11-28', 'this_quarter', '2026-10-01', '2026-12-31'],
    ['2026-11-28', 'year_to_date', '2026-01-01', '2026-11-28'],
    ['2026-11-28', 'last_year', '2025-01-01', '2025-12-31'],
  ] as const)('on %s, %s', (today, preset, from, to) => expect(on(today, preset)).toEqual([from, to]))

  it('begin their weeks as the operator does', () => {
    expect(on('2026-11-29', 'this_week', { weekStart: 6 })).toEqual(['2026-11-29', '2026-12-05'])
  })

  it.each([
    ['2026-03-31', 'fiscal_year', '2025-04-01', '2026-03-31'],
    ['2026-04-01', 'fiscal_year', '2026-04-01', '2027-03-31'],
    ['2026-04-01', 'last_fiscal_year', '2025-04-01', '2026-03-31'],
  ] as const)('of a business year from April, on %s: %s', (today, preset, from, to) =>
    expect(on(today, preset, { begins: 4 })).toEqual([from, to]),
  )

  it('are steps that a chart can show', () => {
    const step = (from: string, to: string) => stepFor({ from, to })
    expect(lengthOf({ from: '2026-01-01', to: '2026-12-31' })).toBe(365)
    expect(step('2026-01-01', '2026-01-31')).toBe('day')
    expect(step('2026-01-01', '2026-06-30')).toBe('week')
    expect(step('2026-01-01', '2026-12-31')).toBe('month')
  })
})
