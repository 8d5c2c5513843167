'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Loudspeaker } from '@/components/speech/loudspeaker'
import { announce } from './announcing'
import { listen, soundOf, tellHeard, UnknownDevice, type Announcement } from './api'

/** Milliseconds between two questions. */
const EVERY = 2_000

export type State = 'off' | 'listening' | 'offline' | 'unknown'

/** Asks for announcements from the first press on, and says them one after the other. */
export function useAnnouncer(token: string, volume: number) {
  const [state, setState] = useState<State>('off')
  const [name, setName] = useState('')
  const [said, setSaid] = useState<Announcement | null>(null)
  const speaker = useRef<Loudspeaker>(undefined)
  const loud = useRef(volume)
  useEffect(() => {
    loud.current = volume
  }, [volume])
  const isOn = state !== 'off' && state !== 'unknown'
  useEffect(() => {
    if (!isOn || !speaker.current) return
    const asked = new AbortController()
    const tell = { setState, setName, setSaid }
    void attend({ token, speaker: speaker.current, volume: () => loud.current, signal: asked.signal, ...tell })
    return () => asked.abort()
  }, [isOn, token])
  const begin = useCallback(() => {
    speaker.current ??= new Loudspeaker()
    setState('listening')
  }, [])
  const test = useCallback(() => {
    speaker.current ??= new Loudspeaker()
    speaker.current.volume = loud.current
    void speaker.current.chime()
  }, [])
  return { state, name, said, begin, test }
}

type Attending = {
  token: string
  speaker: Loudspeaker
  volume: () => number
  signal: AbortSignal
  setState: (state: State) => void
  setName: (name: string) => void
  setSaid: (said: Announcement | null) => void
}

async function attend({ token, speaker, volume, signal, setState, setName, setSaid }: Attending) {
  while (!signal.aborted) {
    try {
      const heard = await listen(token, null)
      if (signal.aborted) return
      setState('listening')
      setName(heard.device_name)
      if (heard.announcement) {
        setSaid(heard.announcement)
        await say(heard.announcement, { token, speaker, volume: volume() })
        setSaid(null)
        continue
      }
    } catch (problem) {
      if (problem instanceof UnknownDevice) return setState('unknown')
      setState('offline')
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY))
  }
}

type Saying = { token: string; speaker: Loudspeaker; volume: number }

async function say(said: Announcement, { token, speaker, volume }: Saying) {
  let isStopped = false
  const watch = setInterval(() => {
    listen(token, said.id).then(
      (now) => {
        if (!now.is_stopped) return
        isStopped = true
        speaker.hush()
      },
      () => undefined,
    )
  }, EVERY)
  try {
    const outcome = await announce(said, {
      speaker,
      volume,
      soundOf: (part) => soundOf(token, said.id, part),
      isStopped: () => isStopped,
    })
    await tellHeard(token, said.id, outcome.ending, outcome.spokenBy).catch(() => undefined)
  } finally {
    clearInterval(watch)
  }
}
