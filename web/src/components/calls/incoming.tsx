'use client'
import { late } from '@/lib/late'
import { useRinging } from './use-ringing'

const loadPops = () => import('./pops')
const Pops = late(() => loadPops().then((file) => file.Pops))
// While the server is asked who it is, what draws it is on its way.
const prepare = () => void loadPops().catch(() => undefined)

/** The calls that come in; what draws them is loaded with the first one. */
export function Incoming({ me }: { me: number }) {
  const { shown, dismiss, touch } = useRinging(me, prepare)
  return shown.length > 0 && <Pops calls={shown} onDismiss={dismiss} onTouch={touch} />
}
