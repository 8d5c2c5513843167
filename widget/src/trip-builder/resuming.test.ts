/** A reload of a frame that can store nothing, and of the page around it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reopenTrip } from '../calendar/resuming'
import { startServer, trips } from '../testing/server'
import { resume, startOver } from './checkout/lifetime'
import { newPurchase, toContact, toPayment } from './checkout/testing'
import { searchToResume } from './resuming'

const host = { postMessage: vi.fn() }
const keptByHost = (): string[] => host.postMessage.mock.calls.map(([message]) => message).filter(({ type }) => type === 'keepTrip').map(({ search }) => search)

function denyStorage(): void {
  const deny = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, { getItem: deny, setItem: deny, removeItem: deny })
}

beforeEach(() => {
  host.postMessage.mockClear()
  history.replaceState(null, '', '/widgets/tripBuilder?experience=12')
  Object.defineProperty(window, 'parent', { value: host, configurable: true })
})

afterEach(() => {
  Object.defineProperty(window, 'parent', { value: window, configurable: true })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('a page of its own that can store has no trip in its address', async () => {
  Object.defineProperty(window, 'parent', { value: window, configurable: true })
  startServer()
  await toContact(newPurchase())
  expect(location.search).toBe('?experience=12')
})

it('a frame that can store lets the page around it keep nothing but when to open it again', async () => {
  const server = startServer()
  await toPayment(newPurchase())
  await vi.waitFor(() => expect(keptByHost().at(-1)).toMatch(/^\?experience=12&until=\d+$/))
  expect(server.named('/resumeToken')).toEqual([])
  const again = newPurchase({ search: searchToResume('?experience=12', keptByHost().at(-1)!) })
  await resume(again)
  expect(again.store.get().step).toBe('payment')
})

describe('without storage', () => {
  it('a frame finds its trip by its own address, at the same step', async () => {
    startServer()
    denyStorage()
    const purchase = newPurchase()
    await toPayment(purchase)
    const { hash } = purchase.store.get().trip!
    expect(location.search).toBe(`?experience=12&trip=${hash}`)
    const again = newPurchase({ search: location.search })
    await resume(again)
    expect(again.store.get()).toMatchObject({ step: 'payment', trip: { hash } })
  })

  it('the page around it hands back what it kept, which is no name of the trip', async () => {
    startServer()
    denyStorage()
    const purchase = newPurchase()
    await toPayment(purchase)
    const { hash } = purchase.store.get().trip!
    await vi.waitFor(() => expect(keptByHost().at(-1)).toMatch(/^\?experience=12&until=\d+&resume=\w+$/))
    const kept = keptByHost().at(-1)!
    expect(JSON.stringify(host.postMessage.mock.calls)).not.toContain(hash)
    const again = newPurchase({ search: searchToResume('?experience=12', kept) })
    await resume(again)
    expect(again.store.get()).toMatchObject({ step: 'payment', trip: { hash } })
    expect(searchToResume('?experience=13', kept)).toBe('?experience=13')
    expect(searchToResume('?experience=12', 'undefined')).toBe('?experience=12')
  })

  it('a cart that was paid while the page was loaded is not begun again without a word', async () => {
    startServer()
    denyStorage()
    await toPayment(newPurchase())
    await vi.waitFor(() => expect(keptByHost().at(-1)).toContain('resume='))
    trips.forEach((trip) => (trip.status = 'converted'))
    const again = newPurchase({ search: searchToResume('?experience=12', keptByHost().at(-1)!) })
    await resume(again)
    expect(again.store.get()).toMatchObject({ trip: null, notice: { key: 'doneTitlePlain' } })
  })

  it('nothing is told of an earlier cart once it is left', async () => {
    let answer: () => void = () => undefined
    startServer(({ path }) => (path.includes('/resumeToken') ? new Promise((done) => (answer = () => done({ status: 200, body: { token: 'late' } }))) : undefined))
    denyStorage()
    const purchase = newPurchase()
    await toContact(purchase)
    window.name = '?experience=12&resume=early'
    startOver(purchase)
    answer()
    await new Promise((done) => setTimeout(done, 5))
    expect([keptByHost().at(-1), window.name]).toEqual(['', ''])
  })
  it('nothing is kept of a purchase that was left', async () => {
    startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    startOver(purchase)
    expect([location.search, keptByHost().at(-1)]).toEqual(['?experience=12', ''])
  })
})

describe('the calendar of a page that was loaded again', () => {
  it.each<[string, string, boolean]>([
    ['opens the booking whose seats are held', '?experience=12&until=4102444800000', true],
    ['puts into no address what finds it', '?experience=12&until=4102444800000&resume=abc&intent=4&trip=old', true],
    ['lets one be whose seats are gone', '?experience=12&until=1000&resume=abc', false],
    ['has nothing to open', '', false],
    ['takes no name of another kind', 'undefined', false],
  ])('%s', (_name, kept, isOpened) => {
    reopenTrip(kept, 'book')
    const url = `${location.origin}/widgets/tripBuilder?experience=12`
    expect(host.postMessage.mock.calls.map(([message]) => message)).toEqual(isOpened ? [{ type: 'showModal', url, calendar_id: 'book' }] : [])
  })
})
