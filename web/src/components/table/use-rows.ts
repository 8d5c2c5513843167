'use client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { listParams, rowsQuery, type FetchPage, type ListMeta, type ListPage } from './api'
import type { ColumnFacts, Condition, Question } from './model'

export type Group = NonNullable<ListMeta['groups']>[number]
export type Item<T> = { group: Group; isOpen: boolean } | { row: T }

/** The filter that holds exactly one group. */
export function groupCondition(field: string, value: Group['value']): Condition {
  return value === null || value === '' ? { field, op: 'empty', value: null } : { field, op: 'eq', value }
}

/** Heads of groups with the rows of the open one between them. */
export function interleave<T>(groups: Group[], open: Group['value'] | undefined, rows: T[]): Item<T>[] {
  return groups.flatMap((group) => {
    const isOpen = group.value === open
    return [{ group, isOpen }, ...(isOpen ? rows.map((row) => ({ row })) : [])]
  })
}

/** Which group of a grouped list is open, if any. */
function useOpenGroup(groupBy: string) {
  const [open, setOpen] = useState<{ groupBy: string; value: Group['value'] } | null>(null)
  const isOpen = !!groupBy && open?.groupBy === groupBy
  const toggle = (value: Group['value']) =>
    setOpen((before) => (before?.groupBy === groupBy && before.value === value ? null : { groupBy, value }))
  return { value: isOpen ? open.value : undefined, isOpen, toggle }
}

/** The rows of a list as far as they were scrolled to, grouped when asked for. */
export function useRows<T>(table: string, question: Question, fetchPage: FetchPage<T>, isReady: boolean) {
  const { groupBy } = question
  const { value, isOpen, toggle } = useOpenGroup(groupBy)
  const grouped = useQuery({
    queryKey: ['list', table, question, 'groups'],
    queryFn: ({ signal }) => fetchPage({ ...listParams(question), limit: 1 }, signal),
    enabled: isReady && !!groupBy,
    placeholderData: (before) => before,
  })
  const asked = useMemo(() => {
    const filters = value === undefined ? question.filters : [...question.filters, groupCondition(groupBy, value)]
    return { ...question, filters, groupBy: '' }
  }, [question, groupBy, value])
  const hasRows = !groupBy || isOpen
  const paged = useInfiniteQuery({ ...rowsQuery(table, asked, fetchPage), enabled: isReady && hasRows })
  const { rows, items } = useItems(
    hasRows ? paged.data : undefined,
    groupBy ? (grouped.data?.meta.groups ?? []) : null,
    value,
  )
  const first = groupBy ? grouped : paged
  return {
    items,
    rows,
    meta: (groupBy ? grouped.data : paged.data?.pages[0])?.meta,
    error: first.error,
    isLoading: first.isPending,
    isStale: first.isPlaceholderData,
    hasMore: paged.hasNextPage && hasRows,
    isMoreFailed: paged.isFetchNextPageError,
    fetchMore: () => void (paged.isFetching || paged.fetchNextPage()),
    retry: () => void (groupBy ? grouped.refetch() : paged.refetch()),
    toggleGroup: toggle,
  }
}

function useItems<T>(
  data: { pages: ListPage<T>[] } | undefined,
  groups: Group[] | null,
  open: Group['value'] | undefined,
) {
  const rows = useMemo(() => (data?.pages ?? []).flatMap((page) => page.data), [data])
  const items = useMemo<Item<T>[]>(
    () => (groups ? interleave(groups, open, rows) : rows.map((row) => ({ row }))),
    [groups, open, rows],
  )
  return { rows, items }
}

/** What the server says about a column of the list, by key. */
export function factsByKey(columns: ColumnFacts[] | undefined): Record<string, ColumnFacts | undefined> {
  return Object.fromEntries((columns ?? []).map((column) => [column.key, column]))
}
