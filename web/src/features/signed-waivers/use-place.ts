'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'

/** The address of the page as it stands with some of its query changed; null takes a part away. */
export function usePlaceHref() {
  const path = usePathname()
  const query = useSearchParams()
  return useCallback(
    (parts: Record<string, string | null>) => {
      const next = new URLSearchParams(query)
      for (const [name, value] of Object.entries(parts)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      return next.size ? `${path}?${next}` : path
    },
    [path, query],
  )
}

/** Go there without leaving the place on the page. */
export function usePlace() {
  const router = useRouter()
  const href = usePlaceHref()
  return useCallback(
    (parts: Record<string, string | null>) => router.replace(href(parts), { scroll: false }),
    [router, href],
  )
}
