import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Question, ViewState } from './model'

export type ListMeta = {
  next_cursor: string | null
  total: number
  is_total_exact: boolean
  groups: { value: string | number | boolean | null; label: string | null; cnt: number }[] | null
}
export type ListPage<T> = { data: T[]; meta: ListMeta }
export type ListParams = {
  search?: string
  sort?: string
  filters?: string
  group_by?: string
  cursor?: string
  limit?: number
}
export type FetchPage<T> = (query: ListParams, signal: AbortSignal) => Promise<ListPage<T>>

const pageSize = 100

/** The query parameters of a question, without what is empty. */
export function listParams({ search, sort, filters, groupBy }: Question): ListParams {
  return {
    ...(search && { search }),
    ...(sort && { sort }),
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(groupBy && { group_by: groupBy }),
  }
}

/** Pages of a list, each behind the one before. */
export const rowsQuery = <T>(table: string, question: Question, fetchPage: FetchPage<T>) =>
  infiniteQueryOptions({
    queryKey: ['list', table, question],
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ ...listParams(question), limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor,
    placeholderData: (before) => before,
  })

export const tableQuery = (name: string) =>
  queryOptions({
    queryKey: ['table', name],
    queryFn: () => dataOf(api.GET('/api/table/{name}/get', { params: { path: { name } } })),
    staleTime: 5 * 60_000,
  })

export const viewsQuery = (name: string) =>
  queryOptions({
    queryKey: ['table-views', name],
    queryFn: () => dataOf(api.GET('/tableviews/get/{name}', { params: { path: { name } } })),
    staleTime: 60_000,
  })

type Draft = { title: string; isShared: boolean; isDefault: boolean; state: ViewState }

/** Save a view of a list: a new one, or over the one with that id. */
export function saveView(name: string, { title, isShared, isDefault, state }: Draft, id?: number) {
  const body = {
    tableView_id: id ?? null,
    title,
    is_shared: isShared,
    is_default: isDefault,
    columns: state.columns.map(({ key, width }) => ({ key, width: width ?? null })),
    filters: state.filters as never,
    sort: state.sort,
    group_by: state.groupBy,
    page_size: pageSize,
  }
  return dataOf(api.POST('/tableview/save/{name}', { params: { path: { name } }, body }))
}

export const renameView = (tableView: number, title: string, is_default: boolean | null = null) =>
  dataOf(api.POST('/tableview/rename/{tableView}', { params: { path: { tableView } }, body: { title, is_default } }))

export const deleteView = (tableview: number) =>
  dataOf(api.POST('/tableview/delete/{tableview}', { params: { path: { tableview } } }))
