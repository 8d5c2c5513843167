'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { use } from 'react'
import { browser } from 'react-dom'
import { match, type Params, type RouteName } from '@/routes'

/**
 * Read the parameters of a screen from the address bar.
 *
 * One HTML file serves every id, so the address is unknown while prerendering: `browser()` suspends
 * there and the nearest <Suspense> fallback is what gets exported.
 */
export function useRoute<K extends RouteName>(name: K): Params[K] | null {
  use(browser('the address bar decides'))
  return match(name, usePathname())
}

/** One value of the query string; null when it is not there. */
export function useQueryParam(name: string): string | null {
  use(browser('the address bar decides'))
  return useSearchParams().get(name)
}
