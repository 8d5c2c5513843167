'use client'
import { useState } from 'react'
import { late } from '@/lib/late'
import { useLive } from '@/lib/live/use-live'
import { useCanForAll, useSession } from '@/lib/session'

const Incoming = late(() => import('./incoming').then((file) => file.Incoming))
const kinds = ['hello', 'poll', 'call.ringing'] as const

/** Calls as they come in, for those who want to see them; what shows them comes with the first word of the server. */
export function Ringing() {
  const session = useSession()
  const maySee = useCanForAll('call.view')
  const [isHeard, setHeard] = useState(false)
  useLive(kinds, () => setHeard(true))
  if (!isHeard || !session || !maySee || session.userAvatar.is_hide_call_alerts) return null
  return <Incoming me={session.userAvatar.id} />
}
