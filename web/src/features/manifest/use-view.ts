'use client'
import { useMemo, useState } from 'react'
import { groupings, type GroupBy, type Sieve } from './view'

const place = 'outfitter:manifest-group'

function rememberedGrouping(): GroupBy {
  try {
    const kept = localStorage.getItem(place)
    return groupings.find((one) => one === kept) ?? 'departure'
  } catch {
    return 'departure'
  }
}

function remember(by: GroupBy) {
  try {
    localStorage.setItem(place, by)
  } catch {
    return // where nothing can be kept, it holds for this visit
  }
}

/** How the day is looked at; the grouping is remembered on this machine. */
export function useView() {
  const [by, setBy] = useState(rememberedGrouping)
  const [only, setOnly] = useState<readonly Sieve[]>([])
  const [isCancelledShown, setCancelledShown] = useState(false)
  return useMemo(
    () => ({
      by,
      only,
      isCancelledShown,
      setCancelledShown,
      group: (next: GroupBy) => {
        setBy(next)
        remember(next)
      },
      toggle: (sieve: Sieve) =>
        setOnly((before) => (before.includes(sieve) ? before.filter((one) => one !== sieve) : [...before, sieve])),
      clear: () => setOnly([]),
    }),
    [by, only, isCancelledShown],
  )
}

export type View = ReturnType<typeof useView>
