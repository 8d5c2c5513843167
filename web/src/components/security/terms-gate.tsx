'use client'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'

const TermsBanner = late(() => import('./terms-notice').then((file) => file.TermsBanner))
const TermsBlock = late(() => import('./terms-notice').then((file) => file.TermsBlock))

/** Lets an owner agree to new terms before anything else, and tells the others that it is waited for. */
export function TermsGate() {
  const pending = useSession()?.tosPending
  if (!pending) return null
  if (pending.is_blocking) return <TermsBlock />
  return <TermsBanner effectiveAt={pending.effective_at} />
}
