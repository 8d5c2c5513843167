import { beforeEach, expect, it, vi } from 'vitest'
import { keepDismissed, readDismissed } from './dismissed'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  })
})

it('keeps what somebody put away, and nothing of anybody else', () => {
  keepDismissed(1, 7)
  expect([...keepDismissed(1, 8)]).toEqual([7, 8])
  expect([...readDismissed(1)]).toEqual([7, 8])
  expect([...readDismissed(2)]).toEqual([])
})

it('keeps the newest thirty', () => {
  for (let call = 1; call <= 40; call++) keepDismissed(1, call)
  const found = readDismissed(1)
  expect([found.size, found.has(10), found.has(11), found.has(40)]).toEqual([30, false, true, true])
})

it('goes on where nothing is kept, or something else is', () => {
  kept.set('outfitter:dismissed-calls:1', '{"7":true}')
  expect(readDismissed(1).size).toBe(0)
  vi.stubGlobal('localStorage', undefined)
  expect([...keepDismissed(1, 7)]).toEqual([7])
})
