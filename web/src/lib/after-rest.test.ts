import { afterEach, expect, test, vi } from 'vitest'
import { afterRest } from './after-rest'

afterEach(() => {
  vi.useRealTimers()
  performance.clearMarks('rest')
})

test('what is fetched ahead waits for its time, and is told from what came before', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const fetchAhead = vi.fn(() => Promise.resolve())
  afterRest(4000, fetchAhead)

  vi.advanceTimersByTime(3999)
  expect(fetchAhead).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)

  expect(fetchAhead).toHaveBeenCalledOnce()
  expect(performance.getEntriesByName('rest')).toHaveLength(1)
})

test('a page that is left fetches nothing ahead', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const fetchAhead = vi.fn(() => Promise.resolve())
  afterRest(10, fetchAhead)()

  vi.advanceTimersByTime(20)

  expect(fetchAhead).not.toHaveBeenCalled()
})

test('without a connection nothing breaks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  afterRest(0, () => Promise.reject(new Error('offline')))

  await vi.advanceTimersByTimeAsync(1)
})
