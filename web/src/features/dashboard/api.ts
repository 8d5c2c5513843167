import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { SalesRange } from './range'

const everyMinute = 60_000

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => dataOf(api.GET('/api/dashboard/data')),
  refetchInterval: everyMinute,
})

/** The sales of each day of a range, with those it is compared with; the first ones come with the dashboard. */
export const salesQuery = ({ from, to, basis, compare }: SalesRange) =>
  queryOptions({
    queryKey: ['dashboard', 'sales', from, to, basis, compare],
    queryFn: () => dataOf(api.GET('/api/dashboard/salesByDay', { params: { query: { from, to, basis, compare } } })),
    placeholderData: keepPreviousData,
  })
