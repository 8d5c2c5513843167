import { liveKinds, readEvent, type LiveEvent } from './model'

const name = 'outfitter:live'
// A proxy that collects what is said for a while says nothing at first.
const helloMs = 6000
const againMs = 30_000
const pollMs = 5000

type Said = LiveEvent | { kind: 'who' }

/**
 * Hear the server: one tab of the browser holds the stream and tells the others.
 *
 * Until the first hello, and wherever there is no stream, `poll` comes every few seconds instead, as long as
 * somebody looks. Returns what ends it.
 */
export function startLive(tell: (event: LiveEvent) => void): () => void {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null
  const ending = new AbortController()
  const { signal } = ending
  let lastId = 0
  let hasStream = false
  let isLeader = false

  const hear = (event: LiveEvent) => {
    lastId = Math.max(lastId, event.id)
    hasStream = event.kind !== 'poll'
    tell(event)
  }
  const spread = (event: LiveEvent) => {
    hear(event)
    channel?.postMessage(event)
  }
  const hello = (): LiveEvent => ({ kind: 'hello', data: {}, id: lastId })
  channel?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind !== 'who') hear(data)
    else if (isLeader && hasStream) channel.postMessage(hello())
  })

  /** Hold the stream until this tab ends; a new one takes over. */
  const lead = () => {
    isLeader = true
    if (signal.aborted) return
    const source = new EventSource(`/api/live/stream?heard=${lastId}`)
    const lost = () => {
      hasStream = false
      spread({ kind: 'poll', data: {}, id: 0 })
    }
    const giveUp = () => {
      source.close()
      lost()
      window.setTimeout(lead, againMs)
    }
    let timer = window.setTimeout(giveUp, helloMs)
    const hearFrom = (kind: string) =>
      source.addEventListener(kind, (said: MessageEvent<string>) => {
        const event = readEvent(kind, said.data, said.lastEventId)
        if (kind === 'hello') window.clearTimeout(timer)
        if (event) spread(event)
      })
    for (const kind of ['hello', ...liveKinds]) hearFrom(kind)
    source.onerror = () => {
      window.clearTimeout(timer)
      // Refused: whoever signs in again gets one. Otherwise the browser comes back by itself.
      if (source.readyState === EventSource.CLOSED) giveUp()
      else timer = window.setTimeout(giveUp, helloMs)
    }
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer)
      source.close()
    })
  }
  if (!channel || !('locks' in navigator)) lead()
  else {
    const untilEnd = () =>
      new Promise<void>((done) => {
        lead()
        signal.addEventListener('abort', () => done())
      })
    channel.postMessage({ kind: 'who' })
    navigator.locks.request(name, { signal }, untilEnd).catch(() => undefined)
  }

  const timer = window.setInterval(() => {
    if (!hasStream && document.visibilityState === 'visible') tell({ kind: 'poll', data: {}, id: 0 })
  }, pollMs)
  signal.addEventListener('abort', () => {
    window.clearInterval(timer)
    channel?.close()
  })
  return () => ending.abort()
}
