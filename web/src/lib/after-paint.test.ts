import { afterEach, expect, it, vi } from 'vitest'
import { afterPaint } from './after-paint'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function page(visibilityState: 'visible' | 'hidden') {
  vi.useFakeTimers()
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => frames.push(call))
  vi.stubGlobal('document', { visibilityState })
  return frames
}

it('waits for the picture and for the browser to have put it up', () => {
  const frames = page('visible')
  const work = vi.fn()
  afterPaint(work)
  expect(work).not.toHaveBeenCalled()
  frames.forEach((call) => call())
  expect(work).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
})

it('does not wait for pictures that a hidden page never gets', () => {
  const frames = page('hidden')
  const work = vi.fn()
  afterPaint(work)
  expect(frames).toEqual([])
  expect(work).toHaveBeenCalledOnce()
})
