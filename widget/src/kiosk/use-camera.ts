import { useEffect, useRef, useState } from 'react'
import { makeDetector } from './detector'

export type CameraState = 'starting' | 'on' | 'none'

const EVERY_MS = 120
// A code that is still held up is told once; away for so long and back, it is shown on purpose.
const FORGOTTEN_MS = 3000
/** The camera towards the guest first, then the one at the back. */
export type Facing = 'user' | 'environment'

/** A camera that looks for codes as long as it is wanted. */
export function useCamera(facing: Facing, onText: (text: string) => void) {
  const video = useRef<HTMLVideoElement | null>(null)
  const [state, setState] = useState<CameraState>('starting')
  const tell = useRef(onText)
  tell.current = onText
  useEffect(() => {
    const stop = new AbortController()
    void watch(video.current, facing, stop.signal, setState, (text) => tell.current(text))
    return () => stop.abort()
  }, [facing])
  return { video, state }
}

async function watch(
  shown: HTMLVideoElement | null,
  facing: Facing,
  stopped: AbortSignal,
  setState: (state: CameraState) => void,
  tell: (text: string) => void,
): Promise<void> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices?.getUserMedia({ video: { ...size, facingMode: { ideal: facing } } }).catch(() => null)
  const end = (): void => stream?.getTracks().forEach((track) => track.stop())
  if (stopped.aborted) return end()
  if (!stream || !shown) return setState('none')
  stopped.addEventListener('abort', end)
  shown.muted = true
  shown.srcObject = stream
  await shown.play().catch(() => undefined)
  setState('on')
  await look(shown, stopped, tell)
}

async function look(video: HTMLVideoElement, stopped: AbortSignal, tell: (text: string) => void): Promise<void> {
  const detect = await makeDetector()
  let last = { text: '', at: 0 }
  while (!stopped.aborted) {
    const seenAt = performance.now()
    const isThere = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
    const text = isThere ? await detect(video).catch(() => null) : null
    if (text && !stopped.aborted) {
      const isNew = text !== last.text || seenAt - last.at > FORGOTTEN_MS
      last = { text, at: seenAt }
      if (isNew) tell(text)
    }
    await new Promise((done) => setTimeout(done, EVERY_MS))
  }
}
