import { afterEach, beforeEach, vi } from 'vitest'

/** Late morning at the sample operator, with most of the month to come. */
export const NOW = new Date('2026-11-10T18:00:00Z')

/** Nothing is ever painted here: whoever waits for a picture is told of one in a moment. */
class PerformanceObserver {
  readonly #told: (list: { getEntriesByName: () => object[] }) => void
  constructor(told: (list: { getEntriesByName: () => object[] }) => void) {
    this.#told = told
  }
  observe = (): unknown => setTimeout(() => this.#told({ getEntriesByName: () => [{}] }))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  vi.stubGlobal('PerformanceObserver', PerformanceObserver)
})

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  sessionStorage.clear()
  localStorage.clear()
  for (const part of document.cookie.split('; ')) {
    const name = part.split('=')[0]
    if (name) document.cookie = `${name}=; Path=/widgets; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
})
