'use client'
import { useState } from 'react'

export type SwitchName = 'party' | 'sound'

const keyOf = (name: SwitchName) => `outfitter:scanner:${name}`

/** How this machine scans: kept on it, whoever signs in. */
export function useSwitch(name: SwitchName, isOnAtFirst: boolean) {
  const [isOn, setOn] = useState(() => {
    const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(keyOf(name))
    return kept === null ? isOnAtFirst : kept === '1'
  })
  const change = (next: boolean) => {
    localStorage.setItem(keyOf(name), next ? '1' : '0')
    setOn(next)
  }
  return [isOn, change] as const
}
