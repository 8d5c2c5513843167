'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useLocale } from 'use-intl'
import { api } from '@/api/client'
import { href } from '@/routes'
import { forgetDrafts } from './drafts'
import { forgetSession } from './kept-session'
import { emptyStore } from './offline/database'
import { flush } from './offline/queue'
import { forgetRecents } from './recents'

/** Leave, and take everything along that this machine kept about the day's work. */
export function useSignOut() {
  const locale = useLocale()
  const queries = useQueryClient()
  return async () => {
    // What is still unsent then stays for when the same person comes back.
    await flush()
    // Leaving must work without a connection too: the next request finds out whether the session ended.
    await api.POST('/api/logout').catch(() => undefined)
    queries.clear()
    forgetSession()
    forgetDrafts()
    forgetRecents()
    await emptyStore('days')
    window.location.assign(href('signin', {}, locale))
  }
}
