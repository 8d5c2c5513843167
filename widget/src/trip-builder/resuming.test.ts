/** A reload of a frame that can store nothing, and of the page around it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reopenTrip } from '../calendar/resuming'
import { startServer } from '../testing/server'
import { resume, startOver } from './checkout/lifetime'
import { newPurchase, toContact, toPayment } from './checkout/testing'
import { searchToResume } from './resuming'

const host = { postMessage: vi.fn() }
const keptByHost = (): string[] => host.postMessage.mock.calls.map(([message]) => message).filter(({ type }) => type === 'keepTrip').map(({ search }) => search)

function denyStorage(): void {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
  }
}

beforeEach(() => {
  host.postMessage.mockClear()
  history.replaceState(null, '', '/widgets/tripBuilder?experience=12')
  Object.defineProperty(window, 'parent', { value: host, configurable: true })
})

afterEach(() => {
  Object.defineProperty(window, 'parent', { value: window, configurable: true })
  vi.restoreAllMocks()
})

it('a page of its own that can store has no trip in its address', async () => {
  Object.defineProperty(window, 'parent', { value: window, configurable: true })
  startServer()
  await toContact(newPurchase())
  expect(location.search).toBe('?experience=12')
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

  it('the page around it hands back what it kept', async () => {
    startServer()
    denyStorage()
    const purchase = newPurchase()
    await toPayment(purchase)
    const kept = keptByHost().at(-1)!
    expect(kept).toMatch(/^\?experience=12&trip=[\w-]+&until=\d+$/)
    const again = newPurchase({ search: searchToResume('?experience=12', kept) })
    await resume(again)
    expect(again.store.get().step).toBe('payment')
    expect(searchToResume('?experience=13', kept)).toBe('?experience=13')
    expect(searchToResume('?experience=12', 'undefined')).toBe('?experience=12')
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
    ['opens the booking whose seats are held', '?experience=12&trip=abc&until=4102444800000', true],
    ['lets one be whose seats are gone', '?experience=12&trip=abc&until=1000', false],
    ['has nothing to open', '', false],
    ['takes no name of another kind', 'undefined', false],
  ])('%s', (_name, kept, isOpened) => {
    reopenTrip(kept, 'book')
    const url = `${location.origin}/widgets/tripBuilder${kept}`
    expect(host.postMessage.mock.calls.map(([message]) => message)).toEqual(isOpened ? [{ type: 'showModal', url, calendar_id: 'book' }] : [])
  })
})
