'use client'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'

const CounterBar = late(() => import('./counter-bar').then((file) => file.CounterBar))

/** On a register where people sign in by PIN: who sells, and the way to the next one. */
export function CounterLock() {
  const session = useSession()
  if (!session?.isAtCounter) return null
  return <CounterBar name={session.userAvatar.name} />
}
