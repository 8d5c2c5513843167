/** A device says that it is there, and what it shows. */
import { useEffect, useRef } from 'react'

export type DeviceState = { is_waiver_shown: boolean }

const BEAT_MS = 30_000

/** Tells the server every half minute, or every `every` milliseconds, that this device shows `showing`. */
export function useBeat(token: string | null, showing: string, onState?: (state: DeviceState) => void, every = BEAT_MS): void {
  const tell = useRef(onState)
  tell.current = onState
  useEffect(() => {
    if (!token) return
    let tag = ''
    const beat = async (): Promise<void> => {
      const headers = { 'X-Outfitter-Device': token, ...(tag && { 'If-None-Match': tag }) }
      const response = await fetch(`/api/device/state/get?showing=${showing}`, { headers }).catch(() => null)
      if (!response?.ok) return
      tag = response.headers.get('etag') ?? ''
      tell.current?.((await response.json()) as DeviceState)
    }
    void beat()
    const timer = setInterval(() => void beat(), every)
    return () => clearInterval(timer)
  }, [token, showing, every])
}
