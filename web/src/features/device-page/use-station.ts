'use client'
import { useEffect, useState } from 'react'
import { Refusal } from './api'
import type { Port } from './printer-port'
import { printNext } from './station'

/** Milliseconds between two questions: an answer that is held open would cost the office a thread. */
const EVERY = 1_500

export type StationState = { title: string; isAway: boolean; isGone: boolean; isLost: boolean; count: number }

/** Prints what comes for this device as long as the page is open. */
export function useStation(token: string, port: Port | null): StationState {
  const [state, setState] = useState<StationState>({ title: '', isAway: false, isGone: false, isLost: false, count: 0 })
  useEffect(() => {
    if (!port) return
    let isOn = true
    const run = async () => {
      while (isOn) {
        try {
          const { step, title } = await printNext(token, port)
          setState((now) => ({
            ...now,
            isAway: false,
            isLost: step === 'failed' || (now.isLost && step === 'idle'),
            title: title || now.title,
            count: now.count + (step === 'printed' ? 1 : 0),
          }))
          if (step === 'printed') continue
        } catch (problem) {
          const isGone = problem instanceof Refusal && problem.status === 403
          setState((now) => ({ ...now, isAway: !isGone, isGone }))
          if (isGone) return
        }
        await new Promise((resolve) => setTimeout(resolve, EVERY))
      }
    }
    void run()
    return () => {
      isOn = false
    }
  }, [token, port])
  return state
}
