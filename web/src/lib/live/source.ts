import type { LiveEvent } from './model'
import { holdStream } from './stream'

const name = 'outfitter:live'
const pollMs = 5000

type Said = LiveEvent | { kind: 'who' }

/** What this tab knows: the last event, and whether there is a stream somewhere in the browser. */
class Hearing {
  private readonly channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null
  private isLeader = false
  private hasStream = false
  private isNew = true
  private lastId = 0

  constructor(
    private readonly tell: (event: LiveEvent) => void,
    private readonly signal: AbortSignal,
  ) {
    this.channel?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if (data.kind !== 'who') this.hear(data)
      else if (this.isLeader && this.hasStream) this.channel?.postMessage({ kind: 'hello', data: {}, id: this.lastId })
    })
    signal.addEventListener('abort', () => this.channel?.close())
  }

  /** Ask now and then while nobody says anything, as long as somebody looks. */
  poll() {
    if (!this.hasStream && document.visibilityState === 'visible') this.tell({ kind: 'poll', data: {}, id: 0 })
  }

  /** Hold the stream, here or, once the tab that has it is gone, in its place. */
  begin() {
    if (!this.channel || !('locks' in navigator)) return this.lead()
    this.channel.postMessage({ kind: 'who' })
    const { signal } = this
    const untilEnd = () =>
      new Promise<void>((done) => {
        this.lead()
        signal.addEventListener('abort', () => done())
      })
    navigator.locks.request(name, { signal }, untilEnd).catch(() => undefined)
  }

  private lead() {
    this.isLeader = true
    const spread = (event: LiveEvent) => {
      this.hear(event)
      this.channel?.postMessage(event)
    }
    holdStream({
      hear: spread,
      lost: () => spread({ kind: 'poll', data: {}, id: 0 }),
      lastId: () => this.lastId,
      signal: this.signal,
    })
  }

  private hear(event: LiveEvent) {
    this.lastId = Math.max(this.lastId, event.id)
    this.hasStream = event.kind !== 'poll'
    // The page is older than its stream: what was said in between is unknown.
    const isFirst = this.isNew && event.kind === 'hello'
    if (isFirst) this.isNew = false
    this.tell(isFirst ? { ...event, data: { ...event.data, is_missed: true } } : event)
  }
}

/**
 * Hear the server: one tab of the browser holds the stream and tells the others.
 *
 * Until the first hello, and wherever there is no stream, `poll` comes every few seconds instead. Returns what
 * ends it.
 */
export function startLive(tell: (event: LiveEvent) => void): () => void {
  const ending = new AbortController()
  const hearing = new Hearing(tell, ending.signal)
  hearing.begin()
  const timer = window.setInterval(() => hearing.poll(), pollMs)
  ending.signal.addEventListener('abort', () => window.clearInterval(timer))
  return () => ending.abort()
}
