'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { isolate } from './isolate'
import { useFormat } from './use-format'

const kinds = ['adult', 'youth', 'child', 'infant', 'senior', 'student', 'military', 'family'] as const

/**
 * Writes so many of a guest type as the reader's language counts them: "7 Adults", "2 Children".
 *
 * Only what the product itself calls so has such a form; names of an operator's own are multiplied.
 */
export function useGuestCount(): (name: string, n: number) => string {
  const t = useTranslations('common')
  const format = useFormat()
  return useMemo(() => {
    const known = new Map(kinds.map((kind) => [t(`guestType_${kind}`), kind]))
    return (name, n) => {
      const kind = known.get(name)
      return kind ? t(`guestCount_${kind}`, { n }) : `${format.number(n)} × ${isolate(name)}`
    }
  }, [t, format])
}
