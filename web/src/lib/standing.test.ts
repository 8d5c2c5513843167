import { expect, it, vi } from 'vitest'
import { isStanding, onStanding, stand } from './standing'

it('stands until the last one is gone', () => {
  const [first, second] = [stand('window'), stand('window')]
  first()
  expect(isStanding('window')).toBe(true)
  expect(isStanding('bar')).toBe(false)
  second()
  expect(isStanding('window')).toBe(false)
})

it('tells who listens, until they stop', () => {
  const tell = vi.fn()
  const stop = onStanding(tell)
  stand('bar')()
  expect(tell).toHaveBeenCalledTimes(2)
  stop()
  stand('bar')()
  expect(tell).toHaveBeenCalledTimes(2)
})
