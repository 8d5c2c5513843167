'use client'
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { useLocale } from 'use-intl'
import { href, type Params, type RouteName } from '@/routes'

/** Move to another screen from code, keeping the reader's locale. */
export function useGo() {
  const router = useRouter()
  const locale = useLocale()
  return useCallback(
    <K extends RouteName>(to: K, params: Params[K], options: { query?: string; replace?: boolean } = {}) => {
      const address = href(to, params, locale) + (options.query ? `?${options.query}` : '')
      if (options.replace) router.replace(address)
      else router.push(address)
    },
    [router, locale],
  )
}
