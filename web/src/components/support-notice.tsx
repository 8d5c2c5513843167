'use client'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'

const SupportBanner = late(() => import('./support-banner').then((file) => file.SupportBanner))

/** Tells that support is let in, or asks to be. It rarely is: what says so comes when there is something to say. */
export function SupportNotice() {
  const session = useSession()
  if (!session?.support) return null
  return <SupportBanner support={session.support} account={session.account} />
}
