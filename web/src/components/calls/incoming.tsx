'use client'
import { late } from '@/lib/late'
import { useRinging } from './use-ringing'

const Pops = late(() => import('./pops').then((file) => file.Pops))

/** The calls that come in; what draws them is loaded with the first one. */
export function Incoming({ me }: { me: number }) {
  const { shown, dismiss, touch } = useRinging(me)
  return shown.length > 0 && <Pops calls={shown} onDismiss={dismiss} onTouch={touch} />
}
