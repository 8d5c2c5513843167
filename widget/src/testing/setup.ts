import { afterEach, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
  sessionStorage.clear()
  localStorage.clear()
  for (const part of document.cookie.split('; ')) {
    const name = part.split('=')[0]
    if (name) document.cookie = `${name}=; Path=/widgets; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
})
