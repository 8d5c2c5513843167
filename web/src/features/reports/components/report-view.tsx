'use client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { tableQuery } from '@/components/table/api'
import { FilterBar, type FilterBarHandle } from '@/components/table/filter-bar'
import { factsByKey } from '@/components/table/use-rows'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useTitle } from '@/lib/use-title'
import { reportQuery } from '../api'
import { reportOf, type ReportFacts } from '../registry'
import { drilled, type ReportState } from '../state'
import { useDays } from '../use-days'
import { useReportWords } from '../words'
import { BasisLine } from './basis-line'
import { Controls } from './controls'
import { ReportHead } from './report-head'
import { ReportTools } from './report-tools'
import { Totals } from './totals'
import type { ContentProps, OpenProps, ViewProps } from './view-props'

const waiting = <Skeleton className="h-80 rounded-xl" />
const GroupsTable = late(() => import('./groups-table').then((file) => file.GroupsTable), waiting)
const RowsTable = late(() => import('./rows-table').then((file) => file.RowsTable), waiting)
const ReportChart = late(() => import('./report-chart').then((file) => file.ReportChart), waiting)

/** One report, whichever it is: what it is about, what it is asked, its totals and what they are made of. */
export function ReportView(props: ViewProps) {
  const facts = reportOf(props.state.report)
  return facts ? <Open {...props} facts={facts} /> : null
}

function Open({ facts, state, show, change }: OpenProps) {
  const words = useReportWords()
  useTitle(words.name(state.report))
  const { today, days, isKnown } = useDays(state)
  const query = useInfiniteQuery({ ...reportQuery(state, days), enabled: isKnown })
  const first = query.data?.pages[0]
  const bar = useRef<FilterBarHandle>(null)
  const listed = useListFacts(facts)
  const labels = useMemo(() => ({ column: (key: string) => words.column(key), option: words.option }), [words])
  const drill = (added: ReportState['filters'], total = '') => {
    const next = drilled(state, added)
    // The rows that most of a total is made of come first, where rows have a column of it.
    const isSorted = reportOf(next?.report ?? '')?.list === facts.list && listed[total]?.is_sortable
    if (next) show({ ...next, sort: isSorted ? `-${total}` : '' })
  }
  const onFilter = (key: string) => bar.current?.add(key)
  const shared = { facts, state, change, days, listed, onFilter }
  return (
    <PageBody width="full">
      <ReportHead {...{ facts, state, show, days, total: first?.meta.total }} columns={first?.columns ?? []} />
      <Controls {...shared} today={today} />
      <BasisLine facts={facts} basis={state.basis} />
      <div className="mt-4 mb-4 flex flex-wrap items-start gap-x-3 gap-y-2 print:hidden">
        <ReportTools {...shared} columns={first?.columns ?? []} />
        <FilterBar ref={bar} facts={listed} labels={labels} filters={state.filters} groupBy="" onChange={change} />
      </div>
      {query.error && !first ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Content {...shared} {...{ query, drill }} />
      )}
    </PageBody>
  )
}

/** What the server says of the columns a filter can ask; nothing for a report that is no list, or a list that is closed. */
function useListFacts(facts: ReportFacts) {
  const described = useQuery({ ...tableQuery(facts.list), enabled: facts.list !== '', retry: false }).data
  return useMemo(() => factsByKey(described?.columns), [described])
}

function Content(props: ContentProps) {
  const { facts, state, query, drill } = props
  const t = useTranslations('reports')
  const answer = query.data?.pages[0]
  if (!answer) return waiting
  const isGrouped = state.groups.length > 0
  const canDrill = isGrouped && facts.rows !== ''
  return (
    <div className={query.isPlaceholderData ? 'space-y-5 opacity-60' : 'space-y-5'} aria-busy={query.isFetching}>
      <Totals facts={facts} answer={answer} onDrill={canDrill ? (key) => drill([], key) : undefined} />
      {state.chart !== 'none' && <ReportChart {...props} answer={answer} />}
      {isGrouped ? <GroupsTable {...props} answer={answer} /> : <RowsTable {...props} />}
      {!answer.meta.is_total_exact && isGrouped && <p className="text-sm text-soft">{t('moreGroups')}</p>}
    </div>
  )
}
