import { afterEach, beforeEach, vi } from 'vitest'

/** Late morning at the sample operator, with most of the month to come. */
export const NOW = new Date('2026-11-10T18:00:00Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))

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
