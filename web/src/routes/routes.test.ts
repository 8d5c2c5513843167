import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { href, locales, localize, localizeUrl, match, routeAt, splitLocale, type RouteName } from '.'
import { access } from './access'
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

it('gives every screen an own shell', () => {
  // An invoice in the list is the list, which stays as it is while one is opened beside it and closed again.
  const { invoiceInList, ...routes } = table.routes
  expect(invoiceInList.shell).toBe(routes.invoices.shell)
  const shells = Object.values(routes).map(({ shell }) => shell)
  expect(new Set(shells).size).toBe(shells.length)
})

describe('routeAt', () => {
  it.each([
    ['/', 'home'],
    ['/de', 'home'],
    ['/trip/print/7', 'tripPrint'],
    ['/ja/trip/7', 'trip'],
    ['/setup/experience/new', 'experienceNew'],
    ['/7/invoice', 'invoice'],
    ['/de/7/invoice', 'invoice'],
    ['/signup', null],
    ['/nowhere', null],
    ['/xx/manifest', null],
  ])('%s', (path, wanted) => expect(routeAt(path)).toBe(wanted))
})

const contract = readFileSync(new URL('../../../tests/contract/routes.tsv', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([, kind]) => kind === 'page')
  .map(([, , , path = '']) => path)
  // Guests sign, and look after their trips, on pages of their own (widget/src/sign, widget/src/portal): no screens.
  .filter((path) => path !== '/waiverPortal' && path !== '/customerPortal')

it.each(contract)('the page %s of the contract resolves, with every locale in front', (path) => {
  const address = path.replaceAll(/\{(\w+)\}/g, '7')
  const name = routeAt(address)
  expect(name).not.toBeNull()
  for (const locale of locales) expect(routeAt(localize(address, locale))).toBe(name)
})

it('asks for known pages only, and never for nothing', () => {
  const names = Object.keys(table.routes)
  for (const [name, wanted] of Object.entries(access)) {
    expect(names).toContain(name)
    expect(wanted.length).toBeGreaterThan(0)
  }
  const isOpen = (name: RouteName) => !access[name]
  expect((Object.keys(table.routes) as RouteName[]).filter(isOpen).sort()).toEqual([...open].sort())
})

// Everybody who is signed in, or nobody in particular. A page that is missing here needs a row in access.ts.
const open: RouteName[] = [
  'agentAccountChooser',
  'agentConnect',
  'announcer',
  'apexSignin',
  'components',
  'device',
  'forgotPassword',
  'help',
  'home',
  'landing',
  'notifications',
  'notificationsRead',
  'platformAudit',
  'platformBilling',
  'platformFeatures',
  'platformFigures',
  'platformHubspot',
  'platformNews',
  'platformOperator',
  'platformOperators',
  'platformPipeline',
  'platformReferrals',
  'platformSecurity',
  'platformSignin',
  'platformTerms',
  'profile',
  'register',
  'search',
  'signin',
  'signup',
]
