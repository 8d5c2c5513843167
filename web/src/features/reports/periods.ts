import { addDays } from '@/lib/dates'

/** The server's names of periods, so that a saved report means the same days; the business years are ours. */
export const presets = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'month_to_date',
  'this_quarter',
  'last_quarter',
  'this_year',
  'year_to_date',
  'last_year',
  'fiscal_year',
  'last_fiscal_year',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_365_days',
  'tomorrow',
  'next_week',
  'next_month',
  'next_7_days',
  'next_30_days',
  'next_90_days',
] as const
export type Preset = (typeof presets)[number]
export type Days = { from: string; to: string }
/** Days that move with the calendar, or days that stay. */
export type Period = { preset: Preset } | Days

/** The month (1 to 12) a business year begins with, unless a reader said otherwise. */
export const firstMonth = 1

const parts = (day: string) => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return { year, month }
}
const dayOf = (year: number, month: number, day = 1) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** Whole months from the first one on. */
const months = (year: number, month: number, count: number): Days => ({
  from: dayOf(year, month),
  to: addDays(dayOf(year, month + count), -1),
})

/** The week a day is in, as of the weekday weeks begin with (0 is Monday). */
function week(day: string, start: number): Days {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6 - start + 7) % 7
  const from = addDays(day, -weekday)
  return { from, to: addDays(from, 6) }
}

function fiscal(today: string, begins: number, back: number): Days {
  const { year, month } = parts(today)
  return months(year - (month < begins ? 1 : 0) - back, begins, 12)
}

/** What a calendar needs to know to say which days a period is. */
export type Calendar = {
  /** The operator's own day. */
  today: string
  /** The weekday that weeks begin with: 0 is Monday. */
  weekStart?: number
  /** The month a business year begins with. */
  begins?: number
}

/** The first and the last day of a period. */
export function daysOf(period: Period, { today, weekStart = 0, begins = firstMonth }: Calendar): Days {
  if (!('preset' in period)) return period
  const { year, month } = parts(today)
  const quarter = month - ((month - 1) % 3)
  const back = (days: number): Days => ({ from: addDays(today, 1 - days), to: today })
  const on = (days: number): Days => ({ from: today, to: addDays(today, days - 1) })
  const day = (by: number): Days => ({ from: addDays(today, by), to: addDays(today, by) })
  const spans: Record<Preset, () => Days> = {
    today: () => day(0),
    yesterday: () => day(-1),
    tomorrow: () => day(1),
    this_week: () => week(today, weekStart),
    last_week: () => week(addDays(today, -7), weekStart),
    next_week: () => week(addDays(today, 7), weekStart),
    this_month: () => months(year, month, 1),
    last_month: () => months(year, month - 1, 1),
    next_month: () => months(year, month + 1, 1),
    month_to_date: () => ({ from: dayOf(year, month), to: today }),
    this_quarter: () => months(year, quarter, 3),
    last_quarter: () => months(year, quarter - 3, 3),
    this_year: () => months(year, 1, 12),
    year_to_date: () => ({ from: dayOf(year, 1), to: today }),
    last_year: () => months(year - 1, 1, 12),
    fiscal_year: () => fiscal(today, begins, 0),
    last_fiscal_year: () => fiscal(today, begins, 1),
    last_7_days: () => back(7),
    last_30_days: () => back(30),
    last_90_days: () => back(90),
    last_365_days: () => back(365),
    next_7_days: () => on(7),
    next_30_days: () => on(30),
    next_90_days: () => on(90),
  }
  return spans[period.preset]()
}

/** Whether a preset is a business year, which begins with a month of the reader's choice. */
export const isFiscal = (preset: Preset | null) => preset === 'fiscal_year' || preset === 'last_fiscal_year'

/** How many days a period has. */
export const lengthOf = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** The step of days in which a chart of a period has neither three bars nor three hundred. */
export function stepFor(days: Days): 'day' | 'week' | 'month' {
  const length = lengthOf(days)
  return length <= 45 ? 'day' : length <= 200 ? 'week' : 'month'
}
