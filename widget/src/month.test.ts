import { describe, expect, it } from 'vitest'
import { addDays, canPageBack, isDate, lastDayOf, monthOf, rangeStart, todayIn, weeksOf } from './month'
import { addMonths, sameDayIn } from './paging'

const TODAY = '2026-11-20'
const month = (text: string) => monthOf(`${text}-01`)

describe('the month grid', () => {
  it.each([
    ['2026-11', 0, 5],
    ['2026-06', 1, 5],
    ['2026-10', 4, 5],
    ['2026-05', 5, 6],
    ['2026-08', 6, 6],
    ['2027-01', 5, 6],
    ['2015-02', 0, 5],
    ['2028-02', 2, 5],
  ])('%s starts in column %i and has %i weeks', (text, column, weeks) => {
    const grid = weeksOf(month(text), TODAY)
    expect(grid).toHaveLength(weeks)
    expect(grid.every((week) => week.length === 7)).toBe(true)
    expect(grid[0]!.findIndex((cell) => !cell.isBlank)).toBe(column)
  })

  it.each(['2026-02', '2028-02', '2026-04', '2026-05', '2026-12'])('%s shows each of its days once', (text) => {
    const days = weeksOf(month(text), TODAY).flat().flatMap((cell) => (cell.isBlank ? [] : [cell.formattedDate]))
    const last = lastDayOf(month(text))
    expect(days).toEqual(Array.from({ length: Number(last.slice(8)) }, (_, index) => addDays(`${text}-01`, index)))
  })

  it('marks today and what is past', () => {
    const cells = weeksOf(month('2026-11'), TODAY).flat()
    const find = (date: string) => cells.find((cell) => !cell.isBlank && cell.formattedDate === date)
    expect(find('2026-11-19')).toMatchObject({ isPast: true, isToday: false })
    expect(find('2026-11-20')).toMatchObject({ isPast: false, isToday: true })
    expect(find('2026-11-21')).toMatchObject({ isPast: false, isToday: false })
  })
})

describe('dates', () => {
  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
    [null, false],
    ['2026-11-20T00:00', false],
  ])('%s is a date: %s', (text, expected) => expect(isDate(text)).toBe(expected))

  it('pages over years and shortens days', () => {
    expect(addMonths({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 })
    expect(addMonths({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 })
    expect(sameDayIn({ year: 2027, month: 2 }, '2027-01-31')).toBe('2027-02-28')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
  })

  it('knows the date at the operator, not at the visitor', () => {
    const instant = new Date('2026-11-20T03:00:00Z')
    expect(todayIn('America/Los_Angeles', instant)).toBe('2026-11-19')
    expect(todayIn('Asia/Kolkata', instant)).toBe('2026-11-20')
    expect(todayIn('Pacific/Kiritimati', new Date('2026-11-20T12:00:00Z'))).toBe('2026-11-21')
  })

  it('pages back as long as the month starts after now', () => {
    expect(canPageBack(month('2026-12'), TODAY)).toBe(true)
    expect(canPageBack(month('2026-11'), TODAY)).toBe(false)
    expect(canPageBack(month('2026-11'), '2026-11-01')).toBe(false)
  })

  it('asks for a range from today on', () => {
    expect(rangeStart(month('2026-11'), TODAY)).toBe(TODAY)
    expect(rangeStart(month('2026-12'), TODAY)).toBe('2026-12-01')
  })
})
