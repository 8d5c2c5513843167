'use client'
import { useRef, useState, type ComponentProps } from 'react'

/** How far one press goes, in seconds. */
export const step = 10
export const speeds = [1, 1.25, 1.5, 2] as const

/** The next speed; after the fastest comes the usual one. */
export const nextSpeed = (speed: number): number => speeds[speeds.findIndex((one) => one === speed) + 1] ?? speeds[0]

/** A recording that is played: where it is, and what moves it. `seconds` is its length until it is known. */
export function usePlayer(seconds: number) {
  const element = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState({ isPlaying: false, at: 0, length: seconds, speed: 1, hasFailed: false })
  const put = (part: Partial<typeof state>) => setState((now) => ({ ...now, ...part }))
  const act = (deed: (audio: HTMLAudioElement) => void) => element.current && deed(element.current)
  const seek = (to: number) =>
    act((audio) => {
      audio.currentTime = Math.min(Math.max(0, to), state.length)
      put({ at: audio.currentTime })
    })
  const audio: ComponentProps<'audio'> = {
    ref: element,
    onPlay: () => put({ isPlaying: true, hasFailed: false }),
    onPause: () => put({ isPlaying: false }),
    onTimeUpdate: ({ currentTarget }) => put({ at: currentTarget.currentTime }),
    // Some servers stream without saying how long it is.
    onDurationChange: ({ currentTarget }) =>
      Number.isFinite(currentTarget.duration) && put({ length: currentTarget.duration }),
    onError: () => put({ isPlaying: false, hasFailed: true }),
  }
  return {
    ...state,
    audio,
    seek,
    move: (by: number) => seek(state.at + by),
    toggle: () =>
      act((one) => {
        if (!one.paused) one.pause()
        else void one.play().catch(() => put({ hasFailed: true }))
      }),
    faster: () =>
      act((one) => {
        one.playbackRate = nextSpeed(state.speed)
        put({ speed: one.playbackRate })
      }),
  }
}
