'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReportGroup } from './adapter'
import { reportQuery } from './api'
import type { Days } from './periods'
import type { ReportState } from './state'

const keyOf = (group: ReportGroup, depth: number) =>
  JSON.stringify([group.currency, ...group.by.slice(0, depth).map(({ value }) => value)])

/**
 * What groups of several things come to by the first of these, as the server adds them up: shares and
 * averages aren't sums of their rows, nor is a customer who is in two of them.
 */
export function useSubtotals(state: ReportState, days: Days) {
  const first = useLevel(state, days, 1)
  const second = useLevel(state, days, 2)
  return useMemo(() => {
    const found = [first, second].map(
      (groups, at) => new Map(groups?.map((group) => [keyOf(group, at + 1), group] as const)),
    )
    return (group: ReportGroup, depth: number) => found[depth - 1]?.get(keyOf(group, depth))
  }, [first, second])
}

function useLevel(state: ReportState, days: Days, depth: number) {
  const asked = { ...state, groups: state.groups.slice(0, depth) }
  const query = useInfiniteQuery({ ...reportQuery(asked, days), enabled: state.groups.length > depth })
  const isNested = state.groups.length > depth && !query.isPlaceholderData
  return isNested ? query.data?.pages[0]?.groups : undefined
}
