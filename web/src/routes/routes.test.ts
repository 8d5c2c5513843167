import { describe, expect, it } from 'vitest'
import { href, locales, localize, localizeUrl, match, splitLocale } from '.'
import table from './routes.json'

describe('href', () => {
  it.each([
    [href('manifest', {}), '/manifest'],
    [href('manifest', {}, 'en'), '/manifest'],
    [href('manifest', {}, 'de'), '/de/manifest'],
    [href('home', {}), '/'],
    [href('home', {}, 'ja'), '/ja'],
    [href('trip', { trip: '7' }), '/trip/7'],
    [href('trip', { trip: '7', tab: 'payments' }, 'fr'), '/fr/trip/7/payments'],
    [href('trip', { trip: 'a b/c' }), '/trip/a%20b%2Fc'],
    [href('experienceEdit', { experience: '3' }), '/setup/experience/3/edit'],
  ])('%s', (made, wanted) => expect(made).toBe(wanted))
})

describe('match', () => {
  it.each([
    ['/trip/7', { trip: '7' }],
    ['/trip/7/', { trip: '7' }],
    ['/trip/7/history', { trip: '7', tab: 'history' }],
    ['/es/trip/7/history', { trip: '7', tab: 'history' }],
    ['/trip/J%C3%B3n', { trip: 'Jón' }],
    ['/trip/100%', { trip: '100%' }],
    ['/trip', null],
    ['/trip/7/history/more', null],
    ['/xx/trip/7', null],
  ])('trip at %s', (path, wanted) => expect(match('trip', path)).toEqual(wanted))

  it('does not take a new experience for one to edit', () => {
    expect(match('experienceEdit', '/setup/experience/new')).toBeNull()
    expect(match('experienceNew', '/setup/experience/new')).toEqual({})
  })

  it('finds what href made, in every locale', () => {
    for (const locale of locales) {
      expect(match('trip', href('trip', { trip: 'x/ä', tab: 'payments' }, locale))).toEqual({
        trip: 'x/ä',
        tab: 'payments',
      })
    }
  })
})

describe('locales', () => {
  it.each([
    ['/de/manifest', { locale: 'de', path: '/manifest' }],
    ['/de', { locale: 'de', path: '/' }],
    ['/', { locale: 'en', path: '/' }],
    ['/dex/manifest', { locale: 'en', path: '/dex/manifest' }],
  ])('%s', (path, wanted) => expect(splitLocale(path)).toEqual(wanted))

  it('are put in front', () => {
    expect(localize('/', 'de')).toBe('/de')
    expect(localizeUrl('http://reef.localhost:8000/signin?code=a', 'sv')).toBe(
      'http://reef.localhost:8000/sv/signin?code=a',
    )
  })
})

it('gives every screen an own shell, but for those that come later', () => {
  const shells = Object.values(table.routes)
    .map(({ shell }) => shell)
    .filter((shell) => shell !== 'later')
  expect(new Set(shells).size).toBe(shells.length)
})
