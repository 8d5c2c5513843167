'use client'
import { useEffect, useRef, useState } from 'react'
import { useSteady } from '@/lib/use-steady'
import { makeDetector } from './detector'

/** `off`: not asked yet or put away; `denied` and `none`: the browser or the machine has no camera for us. */
export type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'none'

const EVERY_MS = 90
// A ticket that is held still is read once; away for so long and back, it is shown again on purpose.
const FORGOTTEN_MS = 2500

type Torch = MediaTrackConstraintSet & { torch: boolean }

/** A camera that looks for codes while it is on, with its torch and the other cameras of the machine. */
export function useCamera(isOn: boolean, onText: (text: string, seenAt: number) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('off')
  const [cameras, setCameras] = useState<{ id: string; name: string }[]>([])
  const [camera, choose] = useState<string | null>(null)
  const [torch, setTorch] = useState<boolean | null>(null)
  const track = useRef<MediaStreamTrack | null>(null)
  const tell = useSteady(onText)

  useEffect(() => {
    const shown = video.current
    if (!isOn || !shown) return
    const stop = new AbortController()
    const start = async () => {
      setState('starting')
      const stream = await open(camera, stop.signal)
      if (!stream || typeof stream === 'string') return stream && setState(stream)
      track.current = stream.getVideoTracks()[0] ?? null
      await show(shown, stream)
      setState('on')
      setTorch(hasTorch(track.current) ? false : null)
      setCameras(await listCameras())
      await look(shown, stop.signal, tell)
    }
    void start()
    return () => {
      stop.abort()
      void show(shown, null)
      setState('off')
    }
  }, [isOn, camera, tell])

  const switchTorch = async () => {
    const next = !torch
    const light: Torch = { torch: next }
    await track.current?.applyConstraints({ advanced: [light] }).catch(() => undefined)
    setTorch(next)
  }
  return { video, state, cameras, camera: camera ?? cameras[0]?.id ?? null, choose, torch, switchTorch }
}

/** The camera's pictures until it is stopped; null when that was meanwhile, else why there are none. */
async function open(camera: string | null, stopped: AbortSignal): Promise<MediaStream | CameraState | null> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: wanted(camera) })
    const end = () => stream.getTracks().forEach((one) => one.stop())
    if (!stopped.aborted) stopped.addEventListener('abort', end)
    else end()
    return stopped.aborted ? null : stream
  } catch (error) {
    if (stopped.aborted) return null
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none'
  }
}

async function show(video: HTMLVideoElement, stream: MediaStream | null) {
  video.srcObject = stream
  if (stream) await video.play().catch(() => undefined)
}

const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
const wanted = (camera: string | null): MediaTrackConstraints =>
  camera ? { ...size, deviceId: { exact: camera } } : { ...size, facingMode: { ideal: 'environment' } }

const hasTorch = (track: MediaStreamTrack | null) =>
  'torch' in ((track?.getCapabilities?.() as object | undefined) ?? {})

async function listCameras() {
  const all = await navigator.mediaDevices.enumerateDevices()
  return all.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ id: deviceId, name: label }))
}

/** Read codes until told to stop; a code that stays in view is told once. */
async function look(video: HTMLVideoElement, stopped: AbortSignal, tell: (text: string, seenAt: number) => void) {
  const detect = await makeDetector()
  let last = { text: '', at: 0 }
  while (!stopped.aborted) {
    const seenAt = performance.now()
    const isThere = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
    const text = isThere ? await detect(video).catch(() => null) : null
    if (text && !stopped.aborted) {
      const isNew = text !== last.text || seenAt - last.at > FORGOTTEN_MS
      last = { text, at: seenAt }
      if (isNew) tell(text, seenAt)
    }
    await new Promise((done) => setTimeout(done, EVERY_MS))
  }
}
