import { describe, expect, it } from 'vitest'
import { dayText, durationText, longDate, monthText, weekdayNames } from './dates'
import { mediumDate } from './times'

describe('dates in the words of a language', () => {
  it.each([
    ['en-US', 'November 2026', 'Friday, November 20, 2026', 'Fri, Nov 20'],
    ['de', 'November 2026', 'Freitag, 20. November 2026', 'Fr., 20. Nov.'],
    ['ja', '2026年11月', '2026年11月20日金曜日', '11月20日(金)'],
    ['cy', 'Tachwedd 2026', 'Dydd Gwener, 20 Tachwedd 2026', 'Gwen, 20 Tach'],
  ])('%s', (locale, month, long, medium) => {
    expect(monthText({ year: 2026, month: 11 }, locale)).toBe(month)
    expect(longDate('2026-11-20', locale)).toBe(long)
    expect(mediumDate('2026-11-20', locale)).toBe(medium)
  })

  it('name the weekdays from Sunday', () => {
    expect(weekdayNames('en-US', 'short')).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
    expect(weekdayNames('fr', 'long')[0]).toBe('dimanche')
  })

  it('write a day as its readers do', () => {
    expect(dayText(7, 'en-US')).toBe('7')
    expect(dayText(7, 'fa')).toBe('۷')
  })

  it.each([
    [45, 'en-US', '45 minutes'],
    [60, 'en-US', '1 hour'],
    [90, 'en-US', '1.5 hours'],
    [150, 'de', '2,5 Stunden'],
    [480, 'pl', '8 godzin'],
  ])('%i minutes in %s are %s', (minutes, locale, expected) => expect(durationText(minutes, locale)).toBe(expected))
})
