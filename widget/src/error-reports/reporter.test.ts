import type { Event } from '@sentry/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as list from './allow-list'
import { PLANTS, sentence } from './plants'
import { pageOf, startReports } from './reporter'

const settings = {
  dsn: 'https://0123abcd@reports.example/7',
  release: 'outfitter@1.2.3+abc1234',
  environment: 'testing',
  operator: 'reef',
  user: 7,
}
let sent: { address: string; body: string }[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    sent.push({ address, body })
    return Promise.resolve(new Response('{}'))
  })
  history.replaceState(null, '', `/customerPortal/${PLANTS[5]}?token=${PLANTS[4]}`)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** An error that quotes what it met, with a cause that does, after things a page does. */
async function fail(): Promise<string> {
  const report = startReports(settings, location.pathname)
  const error = new Error(sentence())
  error.name = 'NoSeatError'
  report({ error, reference: 'abc1234' })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  return sent[0]!.body
}

const eventIn = (body: string): Event => JSON.parse(body.split('\n')[2]!) as Event

test('an error of a customer’s page arrives without any data', async () => {
  const body = await fail()

  expect(PLANTS.filter((plant) => body.includes(plant))).toEqual([])
  expect(body).not.toContain('customerPortal/')
  expect(sent[0]!.address).toContain('https://reports.example/api/7/envelope/')
  const event = eventIn(body)
  expect(event).toMatchObject({
    release: settings.release,
    environment: 'testing',
    user: { id: '7' },
    tags: { operator: 'reef', page: 'customerPortal', reference: 'abc1234' },
  })
  expect(event.breadcrumbs).toBeUndefined()
  expect(event.request).toBeUndefined()
  expect(event.exception?.values?.map(({ type }) => type)).toEqual(['NoSeatError'])
  expect(event.exception?.values?.[0]?.stacktrace?.frames?.at(-1)?.filename).toBe('reporter.test.ts')
})

test('without the list it would', async () => {
  vi.spyOn(list, 'allowed').mockImplementation((event) => event)

  const body = await fail()

  expect(PLANTS.filter((plant) => body.includes(plant))).toEqual(PLANTS)
})

test.each([
  ["Cannot read properties of undefined (reading 'total')", true],
  ['row.map is not a function', true],
  ["can't access property \"total\", row is undefined", true],
  ["Cannot read properties of undefined (reading 'Ophelia Wintergreen')", false],
  ['Unexpected token \'O\', "Ophelia" is not valid JSON', false],
  ['no seat for Ophelia', false],
])('the words of an error: %s', (value, isKept) => {
  const event = list.allowed({ exception: { values: [{ type: 'TypeError', value }] } })

  expect(event?.exception?.values?.[0]?.value).toBe(isKept ? value : list.LEFT_OUT)
})

test('a message alone is nothing that is sent', () => {
  expect(list.allowed({ message: sentence() })).toBeNull()
})

test('a user is a number', () => {
  const event = list.allowed({ user: { id: 'ophelia', email: PLANTS[1]! }, exception: { values: [{}] } })

  expect(event?.user).toBeUndefined()
})

test.each([
  ['/widgets/calendar', 'widgets/calendar'],
  ['/de/widgets/tripBuilder', 'widgets/tripBuilder'],
  ['/customerPortal/q7Xw2nB9vK4tZ8mR1pL6', 'customerPortal'],
  ['/pay/b1.Qx-7_z~9', 'pay'],
  ['/de/pay/b1.Qx-7_z~9', 'pay'],
  ['/customer/12/Wintergreen', 'office'],
])('%s is the page %s', (path, page) => {
  expect(pageOf(path)).toBe(page)
})

test.each([
  ['/signup', 'signup'],
  ['/de/signup', 'signup'],
  ['/platform/operator/12', 'platform'],
  ['/', 'apex'],
])('of the platform’s own host %s is the page %s', (path, page) => {
  expect(pageOf(path, true)).toBe(page)
})

test('an error of the platform’s own pages is no operator’s', async () => {
  const report = startReports({ ...settings, operator: '', user: null }, '/signup')
  report({ error: new TypeError(sentence()), reference: 'abc1234' })
  await vi.waitFor(() => expect(sent).toHaveLength(1))

  expect(eventIn(sent[0]!.body).tags).toEqual({ page: 'signup', reference: 'abc1234' })
})
