import { describe, expect, it } from 'vitest'
import { chooseLanguage, displayLocale, matchLanguage, matchReading } from './languages'
import { calendarUrl, readQuery, recalledLanguage, recalledQuery, rememberLanguage, rememberQuery, tripBuilderUrl } from './query'

describe('the address of a widget page', () => {
  it('is read', () => {
    expect(readQuery('?experience=12&calendarId=book&showDetail=true&language=de&date=2026-12-01&reseller=3&promo=SUNNY')).toEqual({
      experience: 12,
      calendarId: 'book',
      showDetail: true,
      language: 'de',
      date: '2026-12-01',
      reseller: 3,
      promo: 'SUNNY',
    })
  })

  it('has its language before its path, unless it says another', () => {
    history.replaceState(null, '', '/zh-TW/widgets/calendar')
    expect(readQuery('').language).toBe('zh-TW')
    expect(readQuery('?language=de').language).toBe('de')
    history.replaceState(null, '', '/widgets/calendar')
    expect(readQuery('').language).toBeNull()
  })

  it.each(['0', '-1', '1.5', 'abc', '', '99999999999999999'])('an experience of "%s" is none', (value) =>
    expect(readQuery(`?experience=${value}`).experience).toBeNull(),
  )

  it('is kept in a cookie, only what was given', () => {
    history.replaceState(null, '', '/widgets/calendar')
    rememberQuery(readQuery('?experience=12&showDetail=false&date=2026-12-01&reseller=3&promo=SUNNY'))
    expect(recalledQuery()).toEqual({ experience: 12, showDetail: false, reseller: 3, promo: 'SUNNY' })
    expect(calendarUrl(recalledQuery(), 'https://reef.example')).toBe('https://reef.example/widgets/calendar?experience=12&showDetail=false&reseller=3&promo=SUNNY')
  })
})

describe('the address of the trip builder', () => {
  const target = { showDetail: null, language: null, experience: null, date: null }

  it('names the experience and the day', () => {
    const url = new URL(tripBuilderUrl({ ...target, showDetail: true, language: 'de', experience: 12, timeslot: 7, date: '2026-12-01' }, 'https://reef.example'))
    expect(url.pathname).toBe('/widgets/tripBuilder')
    expect(Object.fromEntries(url.searchParams)).toEqual({ showDetail: 'true', language: 'de', experience: '12', timeslot: '7', date: '2026-12-01' })
  })

  it('takes the look of the calendar along, and whose link it was', () => {
    const url = tripBuilderUrl({ ...target, theme: 'dark', color: 'ff4d00', radius: '0', font: 'serif', reseller: 3, promo: 'SUNNY' }, 'https://reef.example')
    expect(url).toBe('https://reef.example/widgets/tripBuilder?defaultView=agenda&theme=dark&color=ff4d00&radius=0&font=serif&reseller=3&promo=SUNNY')
  })

  it('asks for the agenda without an experience', () => {
    expect(tripBuilderUrl(target, 'https://reef.example')).toBe('https://reef.example/widgets/tripBuilder?defaultView=agenda')
  })
})

it('is read and remembered nowhere in a frame that may keep nothing', () => {
  const denied = (): never => {
    throw new DOMException('The document is sandboxed.', 'SecurityError')
  }
  Object.defineProperty(document, 'cookie', { configurable: true, get: denied, set: denied })
  expect(() => rememberQuery(readQuery('?experience=12'))).not.toThrow()
  expect(recalledQuery()).toEqual({})
  expect(recalledLanguage()).toBeNull()
  Reflect.deleteProperty(document, 'cookie')
})

describe('the language', () => {
  it('comes from the address, then the cookie, then the browser, then English', () => {
    expect(chooseLanguage('ja', 'de', ['fr'])).toBe('ja')
    expect(chooseLanguage(null, 'de', ['fr'])).toBe('de')
    expect(chooseLanguage(null, null, ['sv', 'fr-CA'])).toBe('fr')
    expect(chooseLanguage('xx', null, ['mi'])).toBe('en')
  })

  it('is remembered', () => {
    history.replaceState(null, '', '/widgets/calendar')
    rememberLanguage('zh-TW')
    expect(recalledLanguage()).toBe('zh-TW')
  })

  it.each([
    ['de-AT', 'de'],
    ['zh-HK', 'zh-TW'],
    ['zh-Hant-HK', 'zh-TW'],
    ['zh', 'zh-CN'],
    ['fil-PH', 'tl'],
    ['iw', 'he'],
    ['PT-br', 'pt'],
    ['sv', null],
    ['mi', null],
  ])('%s is served by %s', (tag, expected) => expect(matchLanguage(tag)).toBe(expected))

  it('may be one that has to be translated, but not as long as the browser knows one of ours', () => {
    expect(matchReading('cy-GB')).toBe('cy')
    expect(matchReading('nb')).toBe('no')
    expect(chooseLanguage('cy', null, ['fr'])).toBe('cy')
    expect(chooseLanguage(null, 'uk', ['fr'])).toBe('uk')
    expect(chooseLanguage(null, null, ['cy', 'sv'])).toBe('cy')
  })

  it('writes numbers as the operator does where the language is the same', () => {
    expect(displayLocale('en', 'en-GB')).toBe('en-GB')
    expect(displayLocale('de', 'en-GB')).toBe('de')
    expect(displayLocale('tl', 'en-US')).toBe('fil')
  })
})
