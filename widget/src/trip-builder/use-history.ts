import { useEffect, useRef } from 'react'
import type { Purchase } from './checkout/checkout'
import type { Step } from './checkout/flow'
import { stepBefore } from './checkout/path'

type Entry = { outfitterStep?: Step }

const stepOf = (state: unknown): Step | null => (state as Entry | null)?.outfitterStep ?? null

/** The browser's own back button goes one step back, as people expect, and forward again. */
export function useHistory({ store }: Purchase, step: Step): void {
  const shown = useRef<Step | null>(null)
  useEffect(() => {
    const entry: Entry = { outfitterStep: step }
    if (shown.current === null) history.replaceState({ ...(history.state as object | null), ...entry }, '')
    else if (shown.current !== step) history.pushState(entry, '')
    shown.current = step
  }, [step])
  useEffect(() => {
    const onPop = (event: PopStateEvent): void => {
      const target = stepOf(event.state)
      const state = store.get()
      if (!target || target === state.step) return
      const isFree = state.busy === null && state.step !== 'done' && (target === stepBefore(state) || canShow(target, state))
      // A step that cannot be shown any more leaves the visitor where they are.
      if (!isFree) return history.pushState({ outfitterStep: state.step }, '')
      shown.current = target
      store.dispatch({ type: 'wentTo', step: target })
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [store])
}

/** True when everything that a step shows is there. */
function canShow(step: Step, { trip, timeslot, experienceId, contact }: ReturnType<Purchase['store']['get']>): boolean {
  if (step === 'agenda') return true
  if (step === 'times') return experienceId !== null
  if (step === 'guests') return timeslot !== null
  if (step === 'extras' || step === 'contact') return trip !== null
  return step === 'payment' && Boolean(trip?.contact.email && contact.email)
}
