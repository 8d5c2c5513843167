import { liveKinds, readEvent, type LiveEvent } from './model'

// A proxy that collects what is said for a while says nothing at first.
const helloMs = 6000
const againMs = 30_000

type Ears = { hear: (event: LiveEvent) => void; lost: () => void; lastId: () => number; signal: AbortSignal }

/** Hold a stream of the server until `signal` says so; where there is none, try again now and then. */
export function holdStream({ hear, lost, lastId, signal }: Ears) {
  if (signal.aborted) return
  const source = new EventSource(`/api/live/stream?heard=${lastId()}`)
  const giveUp = () => {
    source.close()
    lost()
    timer = window.setTimeout(() => holdStream({ hear, lost, lastId, signal }), againMs)
  }
  let timer = window.setTimeout(giveUp, helloMs)
  for (const kind of ['hello', ...liveKinds]) {
    source.addEventListener(kind, (said: MessageEvent<string>) => {
      const event = readEvent(kind, said.data, said.lastEventId)
      if (kind === 'hello') window.clearTimeout(timer)
      if (event) hear(event)
    })
  }
  // The session has ended, or another browser took its place.
  source.addEventListener('bye', () => {
    window.clearTimeout(timer)
    giveUp()
  })
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
