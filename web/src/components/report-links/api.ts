import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { ReportLinkIn } from '@/api/models'

/** The reports that anyone with a link may read: figures, and no single row behind them. */
export type SharedReport = ReportLinkIn['report']

/** What a link can be about. */
export const experiencesQuery = queryOptions({
  queryKey: ['experiences'],
  queryFn: () => dataOf(api.GET('/api/experiences/all')),
})

export const linksQuery = (report: SharedReport) =>
  queryOptions({
    queryKey: ['report-links', report],
    queryFn: () =>
      dataOf(api.GET('/api/reports/links/get', { params: { query: { report } } })).then((answer) => answer.links),
  })

export const createLink = (body: ReportLinkIn) => dataOf(api.POST('/api/reports/link/create', { body }))

export const withdrawLink = (reportLink: number) =>
  dataOf(api.POST('/api/reports/link/{reportLink}/withdraw', { params: { path: { reportLink } } }))
