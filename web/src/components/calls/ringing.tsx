'use client'
import { late } from '@/lib/late'
import { useCanForAll, useSession } from '@/lib/session'
import { useRinging } from './use-ringing'

const Pops = late(() => import('./pops').then((file) => file.Pops))

/** Calls as they come in, for those who want to see them; what draws them comes with the first one. */
export function Ringing() {
  const session = useSession()
  const maySee = useCanForAll('call.view')
  if (!session || !maySee || session.userAvatar.is_hide_call_alerts) return null
  return <Hear me={session.userAvatar.id} />
}

function Hear({ me }: { me: number }) {
  const { shown, dismiss, touch } = useRinging(me)
  return shown.length > 0 && <Pops calls={shown} onDismiss={dismiss} onTouch={touch} />
}
