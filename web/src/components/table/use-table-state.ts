'use client'
import { useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { useSteady } from '@/lib/use-steady'
import { readAddress, writeAddress, type Asked } from './address'
import { viewsQuery } from './api'
import { differs, type Condition, type SystemView, type TableColumn, type ViewState } from './model'

export type OpenView = {
  id: string
  title: string
  state: ViewState
  /** Null for the views that come with the product. */
  saved: { id: number; isMine: boolean; isShared: boolean; isDefault: boolean } | null
}

/** The views of a list: the product's own, one's own, the shared ones. */
export function useViews(table: string, systemViews: SystemView[], usual: ViewState): OpenView[] {
  const saved = useQuery(viewsQuery(table)).data
  return useMemo(() => {
    const own = systemViews.map(({ id, title, ...state }) => ({
      id,
      title,
      state: { ...usual, ...state },
      saved: null,
    }))
    const kept = (saved ?? []).map((view) => ({
      id: String(view.id),
      title: view.title,
      state: {
        columns: view.columns.length
          ? view.columns.map(({ key, width }) => (width ? { key, width } : { key }))
          : usual.columns,
        filters: view.filters as Condition[],
        sort: view.sort,
        groupBy: view.group_by,
      },
      saved: { id: view.id, isMine: view.is_mine, isShared: view.is_shared, isDefault: view.is_default },
    }))
    return [...own, ...kept]
  }, [saved, systemViews, usual])
}

type Changes = Partial<ViewState> & { search?: string }

export type TableState = {
  view: OpenView
  views: OpenView[]
  state: ViewState
  search: string
  isChanged: boolean
  isReady: boolean
  /** Change what is shown; the address follows. */
  change: (changes: Changes) => void
  open: (view: string) => void
}

/** What a list shows, kept in the address: shareable, and back with the back button. */
export function useTableState<T>(table: string, columns: TableColumn<T>[], systemViews: SystemView[]): TableState {
  const usual = useMemo(
    () => ({
      columns: columns.filter((column) => !column.isExtra).map(({ key }) => ({ key })),
      filters: [],
      sort: '',
      groupBy: '',
    }),
    [columns],
  )
  const views = useViews(table, systemViews, usual)
  const isLoaded = useQuery(viewsQuery(table)).isFetched
  const path = usePathname()
  const query = useSearchParams()
  const asked = useMemo(() => readAddress(new URLSearchParams(query)), [query])
  const view = useMemo(() => chosenView(views, asked.view, usual), [views, asked.view, usual])
  const state = useMemo(() => overlaid(view.state, asked), [view, asked])
  const go = (after: Asked) => {
    const text = writeAddress(new URLSearchParams(query), after)
    window.history.replaceState(null, '', text ? `${path}?${text}` : path)
  }
  const change = useSteady<[Changes], void>(({ search = asked.search, ...changes }) =>
    go({ view: asked.view, search, ...changesOnly({ ...state, ...changes }, view.state) }),
  )
  const open = useSteady((id: string) => go({ view: id, search: asked.search }))
  const { search } = asked
  return useMemo(() => {
    const isChanged = differs(state, view.state)
    return { view, views, state, search, isChanged, isReady: isLoaded, change, open }
  }, [view, views, state, search, isLoaded, change, open])
}

function chosenView(views: OpenView[], asked: string | null, usual: ViewState): OpenView {
  const named = views.find((one) => one.id === asked)
  const own = asked ? undefined : views.find((one) => one.saved?.isDefault)
  return named ?? own ?? views[0] ?? { id: 'all', title: '', state: usual, saved: null }
}

const parts = ['columns', 'filters', 'sort', 'groupBy'] as const

function overlaid(view: ViewState, asked: Partial<ViewState>): ViewState {
  const given = parts.filter((part) => asked[part] !== undefined).map((part) => [part, asked[part]])
  return { ...view, ...(Object.fromEntries(given) as Partial<ViewState>) }
}

function changesOnly(state: ViewState, view: ViewState): Partial<ViewState> {
  const changed = parts.filter((part) => JSON.stringify(state[part]) !== JSON.stringify(view[part]))
  return Object.fromEntries(changed.map((part) => [part, state[part]])) as Partial<ViewState>
}
