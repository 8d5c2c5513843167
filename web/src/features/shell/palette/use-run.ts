'use client'
import { useRouter } from 'next/navigation'
import { remember } from '@/lib/recents'
import { useSession } from '@/lib/session'
import type { Entry } from './entries'

/** Opens a line of the palette, here or in a new tab, and remembers what was opened. */
export function useRun(onClose: () => void) {
  const router = useRouter()
  const session = useSession()
  return (entry: Entry, isNewTab = false) => {
    const { url, recent, title, subtitle, action } = entry
    if (session && recent && url) remember(session, { ...recent, title, subtitle, url })
    onClose()
    if (action) action()
    else if (url && isNewTab) window.open(url, '_blank', 'noopener')
    else if (url) router.push(url)
  }
}
