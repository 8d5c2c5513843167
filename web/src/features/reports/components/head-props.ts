import type { ReportColumn } from '../adapter'
import type { Days } from '../periods'
import type { ReportFacts } from '../registry'
import type { ReportState } from '../state'

/** What the head of a report and its windows need. */
export type HeadProps = {
  facts: ReportFacts
  state: ReportState
  show: (next: ReportState | null) => void
  days: Days
  columns: ReportColumn[]
  total: number | undefined
}
