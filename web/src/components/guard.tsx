'use client'
import { use, type ReactNode } from 'react'
import { browser } from 'react-dom'
import { late } from '@/lib/late'
import { canAny, useSession } from '@/lib/session'

const Forbidden = late(() => import('./forbidden').then((file) => file.Forbidden))

type Props = {
  /** One of these is enough. */
  permission: string | readonly string[]
  /** Shown while it is not known yet who is here. */
  fallback?: ReactNode
  children: ReactNode
}

/** A part of the office for those whose role opens it; the rest are told what it takes. */
export function Guard({ permission, fallback = null, children }: Props) {
  // The last session is kept in the browser: the exported page cannot know who will open it.
  use(browser('the session is kept there'))
  const session = useSession()
  const wanted = typeof permission === 'string' ? [permission] : permission
  if (!session) return fallback
  return canAny(session.permissions, wanted) ? children : <Forbidden permissions={wanted} />
}
