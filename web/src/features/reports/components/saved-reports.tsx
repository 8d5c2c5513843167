'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomReport } from '@/api/report-models'
import { Isolated } from '@/components/isolated'
import { AppLink } from '@/lib/app-link'
import { savedQuery, stateOf } from '../saved'
import { writeState } from '../state'
import { useReportWords } from '../words'

/** One's own saved reports, then those that others share. */
export function SavedReports({ search }: { search: string }) {
  const t = useTranslations('reports')
  const saved = useQuery(savedQuery).data?.reports ?? []
  const found = saved.filter(({ name }) => name.toLocaleLowerCase().includes(search.trim()))
  if (found.length === 0) return null
  return (
    <section aria-labelledby="saved-reports">
      <h2 id="saved-reports" className="mb-3 text-lg font-semibold">
        {t('saved')}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {found.map((report) => (
          <SavedReport key={report.id} report={report} />
        ))}
      </ul>
    </section>
  )
}

function SavedReport({ report }: { report: CustomReport }) {
  const t = useTranslations('reports')
  const words = useReportWords()
  const state = stateOf(report)
  if (!state) return null
  return (
    <li>
      <AppLink
        to="reports"
        params={{}}
        query={writeState(state)}
        prefetch={false}
        className="block h-full rounded-xl border bg-surface p-4 hover:border-line-strong"
      >
        <span className="block font-medium text-accent">
          <Isolated>{report.name}</Isolated>
        </span>
        <span className="block text-sm text-soft">{words.name(report.base)}</span>
        <span className="mt-1 flex flex-wrap gap-x-3 text-xs text-faint">
          {!report.is_mine && <span>{t('savedBy', { name: report.owner_name })}</span>}
          {report.is_mine && report.is_shared && (
            <span className="inline-flex items-center gap-1">
              <Users aria-hidden className="size-3.5" />
              {t('isShared')}
            </span>
          )}
          {report.schedule && (
            <span className="inline-flex items-center gap-1">
              <CalendarClock aria-hidden className="size-3.5" />
              {t(`mailed_${report.schedule.frequency}`)}
            </span>
          )}
        </span>
      </AppLink>
    </li>
  )
}
