'use client'
import { useEffect, useEffectEvent } from 'react'
import { listen } from './listeners'
import type { LiveEvent, Signal } from './model'

/**
 * Hear what changes at this operator, as it changes: ids only, for the ordinary routes to be asked.
 *
 * `hear` is also called when something may have been missed. `kinds` is a list that stays the same.
 */
export function useLive(kinds: readonly Signal[], hear: (event: LiveEvent) => void) {
  const newest = useEffectEvent(hear)
  useEffect(() => listen(kinds, (event) => newest(event)), [kinds])
}
