import type { CustomReportIn } from '@/api/report-models'

export type Schedule = NonNullable<CustomReportIn['schedule']>

/** What the window that keeps a report asks. */
export type SaveValues = {
  name: string
  is_shared: boolean
  is_mailed: boolean
  schedule: Required<Schedule>
  recipients: number[]
}
