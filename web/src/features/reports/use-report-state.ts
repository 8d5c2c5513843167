'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { useSteady } from '@/lib/use-steady'
import { readState, writeState, type ReportState } from './state'

export type Change = (changes: Partial<ReportState>) => void

/** What of a report stands in the address; null while the catalog is shown. */
export function useReportState() {
  const path = usePathname()
  const query = useSearchParams()
  const state = useMemo(() => readState(new URLSearchParams(query)), [query])
  const show = useSteady<[ReportState | null], void>((next) => {
    const text = next ? writeState(next) : ''
    window.history.pushState(null, '', text ? `${path}?${text}` : path)
  })
  // Another choice is a step that the back button undoes; what was drilled down to ends with other filters.
  const change = useSteady<[Partial<ReportState>], void>((changes) => {
    if (!state) return
    const up = 'filters' in changes || 'groups' in changes ? null : state.up
    show({ ...state, up, ...changes })
  })
  return { state, show, change, query: query.toString() }
}
