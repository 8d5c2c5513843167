import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { factsByKey } from '@/components/table/use-rows'
import type { Answer } from '../adapter'
import type { ReportFacts } from '../registry'
import type { ReportState } from '../state'
import type { Change } from '../use-report-state'

/** What a report is shown with: its state in the address, and the ways to change it. */
export type ViewProps = { state: ReportState; show: (next: ReportState | null) => void; change: Change }

export type OpenProps = ViewProps & { facts: ReportFacts }

/** What the parts of a report share. */
export type ContentProps = Omit<OpenProps, 'show'> & {
  days: { from: string; to: string }
  listed: ReturnType<typeof factsByKey>
  onFilter: (key: string) => void
  query: UseInfiniteQueryResult<InfiniteData<Answer>>
  /** To the rows behind groups, those first that most of one total is made of. */
  drill: (added: ReportState['filters'], total?: string) => void
}
