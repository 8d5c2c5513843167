import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen, tell } from './listeners'
import { concerns, readEvent, type LiveEvent } from './model'
import { startLive } from './source'

const hello = (is_missed = false): LiveEvent => ({ kind: 'hello', data: { is_missed }, id: 4 })

describe('an event', () => {
  it('is read, and nothing else is', () => {
    expect(readEvent('call.ringing', '{"call": 7}', '41')).toEqual({ kind: 'call.ringing', data: { call: 7 }, id: 41 })
    expect(readEvent('toast', '{}', '41')).toBeNull()
    expect(readEvent('call.ringing', '{', '41')).toBeNull()
  })

  it('is for whoever listens for its kind; what was missed may be anything', () => {
    expect(concerns(['inbox.changed'], { kind: 'inbox.changed', data: {}, id: 1 })).toBe(true)
    expect(concerns(['inbox.changed'], { kind: 'call.ringing', data: {}, id: 1 })).toBe(false)
    expect(concerns(['inbox.changed'], hello())).toBe(false)
    expect(concerns(['inbox.changed'], hello(true))).toBe(true)
  })

  it('reaches those who listen now', () => {
    const hear = vi.fn()
    const leave = listen(['inbox.changed'], hear)
    tell({ kind: 'inbox.changed', data: {}, id: 1 })
    leave()
    tell({ kind: 'inbox.changed', data: {}, id: 2 })
    expect(hear).toHaveBeenCalledOnce()
  })
})

/** A stream whose server is the test. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  readyState = 1
  onerror: (() => void) | null = null
  constructor(readonly url: string) {
    super()
    FakeSource.opened.push(this)
  }
  say(kind: string, data: object, id: number) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data), lastEventId: String(id) }))
  }
  close() {
    this.readyState = FakeSource.CLOSED
  }
}

describe('the stream', () => {
  let heard: LiveEvent[] = []
  const kinds = () => heard.map(({ kind }) => kind)
  const newest = () => FakeSource.opened.at(-1)!
  let end = () => {}

  beforeEach(() => {
    vi.useFakeTimers()
    heard = []
    FakeSource.opened = []
    vi.stubGlobal('EventSource', FakeSource)
    vi.stubGlobal('document', { visibilityState: 'visible' })
    vi.stubGlobal('navigator', {})
    vi.stubGlobal('window', globalThis)
    end = startLive((event) => heard.push(event))
  })
  afterEach(() => {
    end()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('tells what the server says, and polls no more', () => {
    newest().say('hello', { is_missed: false }, 41)
    newest().say('call.ringing', { call: 7 }, 42)
    newest().say('unknown', {}, 43)
    vi.advanceTimersByTime(60_000)
    expect(heard).toEqual([
      { kind: 'hello', data: { is_missed: true }, id: 41 },
      { kind: 'call.ringing', data: { call: 7 }, id: 42 },
    ])
  })

  it('polls where a proxy holds everything back, and tries again with what it knows', () => {
    vi.advanceTimersByTime(11_000)
    expect(kinds()).toEqual(['poll', 'poll', 'poll'])
    expect(newest().readyState).toBe(FakeSource.CLOSED)
    vi.advanceTimersByTime(30_000)
    expect(FakeSource.opened).toHaveLength(2)
    newest().say('hello', {}, 50)
    heard = []
    vi.advanceTimersByTime(20_000)
    expect(heard).toEqual([])
  })

  it('polls while it is refused', () => {
    newest().say('hello', {}, 9)
    newest().readyState = FakeSource.CLOSED
    newest().onerror?.()
    expect(kinds()).toEqual(['hello', 'poll'])
    vi.advanceTimersByTime(30_000)
    expect(newest().url).toBe('/api/live/stream?heard=9')
  })

  it('does not come back at once where it was sent away', () => {
    newest().say('hello', {}, 9)
    newest().say('bye', {}, 0)
    vi.advanceTimersByTime(20_000)
    expect(FakeSource.opened).toHaveLength(1)
    expect(newest().readyState).toBe(FakeSource.CLOSED)
    vi.advanceTimersByTime(20_000)
    expect(FakeSource.opened).toHaveLength(2)
  })

  it('waits for a browser that comes back by itself', () => {
    newest().say('hello', {}, 9)
    newest().onerror?.()
    newest().say('hello', { is_missed: true }, 12)
    vi.advanceTimersByTime(20_000)
    expect(kinds()).toEqual(['hello', 'hello'])
  })

  it('ends with the page', () => {
    end()
    expect(newest().readyState).toBe(FakeSource.CLOSED)
    vi.advanceTimersByTime(60_000)
    expect(heard).toEqual([])
  })
})

describe('two tabs', () => {
  it('have one stream: the other one is told by it', async () => {
    const waiting: (() => void)[] = []
    let isHeld = false
    const request = (_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const run = () => {
        isHeld = true
        return work().then(() => waiting.shift()?.())
      }
      if (!isHeld) return run()
      return new Promise<void>((done) => {
        signal.addEventListener('abort', () => done())
        waiting.push(() => void run().then(done))
      })
    }
    FakeSource.opened = []
    vi.stubGlobal('EventSource', FakeSource)
    vi.stubGlobal('document', { visibilityState: 'visible' })
    vi.stubGlobal('navigator', { locks: { request } })
    vi.stubGlobal('window', globalThis)
    const first: LiveEvent[] = []
    const second: LiveEvent[] = []
    const endFirst = startLive((event) => first.push(event))
    FakeSource.opened[0]!.say('hello', {}, 1)
    const endSecond = startLive((event) => second.push(event))
    await vi.waitFor(() => expect(second.map(({ kind }) => kind)).toEqual(['hello']))
    FakeSource.opened[0]!.say('inbox.changed', { conversation: 3 }, 2)
    await vi.waitFor(() => expect(second.at(-1)).toEqual({ kind: 'inbox.changed', data: { conversation: 3 }, id: 2 }))
    expect(FakeSource.opened).toHaveLength(1)
    endFirst()
    await vi.waitFor(() => expect(FakeSource.opened).toHaveLength(2))
    expect(FakeSource.opened[1]!.url).toBe('/api/live/stream?heard=2')
    endSecond()
    vi.unstubAllGlobals()
  })
})
