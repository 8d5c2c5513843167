'use client'
import { late } from '@/lib/late'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { useRoute, useQueryParam } from '@/lib/use-route'
import { useReportState } from '../use-report-state'
import { Catalog } from './catalog'

const ReportView = late(() => import('./report-view').then((file) => file.ReportView), <ScreenSkeleton />)
const ExecutiveView = late(() => import('./executive-view').then((file) => file.ExecutiveView), <ScreenSkeleton />)

/** What the business did, for any days: a catalog of reports, and the one that is open. */
export function ReportsScreen() {
  useRoute('reports')
  const view = useQueryParam('view')
  const { state, show, change } = useReportState()
  if (state) return <ReportView key={state.report} {...{ state, show, change }} />
  return view === 'executive' ? <ExecutiveView /> : <Catalog />
}
