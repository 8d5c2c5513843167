'use client'
import { useEffect } from 'react'
import { remember, type Recent } from './recents'
import { useSession } from './session'

/** Let the palette offer what this screen shows; null while it is not known yet. */
export function useRecent(one: Omit<Recent, 'at'> | null) {
  const session = useSession()
  const { type, id, title, subtitle, url } = one ?? {}
  useEffect(() => {
    if (session && type && id && title && url) remember(session, { type, id, title, subtitle, url })
  }, [session, type, id, title, subtitle, url])
}
