'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'

/** The address of the list as it stands, with a card open beside it, or none. */
export function useCardHref() {
  const path = usePathname()
  const query = useSearchParams()
  return useCallback(
    (card: number | null) => {
      const next = new URLSearchParams(query)
      if (card === null) next.delete('card')
      else next.set('card', String(card))
      return next.size ? `${path}?${next}` : path
    },
    [path, query],
  )
}

export function useOpenCard() {
  const router = useRouter()
  const href = useCardHref()
  return useCallback((card: number | null) => router.replace(href(card), { scroll: false }), [router, href])
}
