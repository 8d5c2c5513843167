'use client'
import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { AppLink } from '@/lib/app-link'
import { above, writeState, type ReportState } from '../state'
import { useReportWords } from '../words'

/** Where a report stands: the catalog, and what its rows were opened from. */
export function Crumbs({ state }: { state: ReportState }) {
  const t = useTranslations('reports')
  const words = useReportWords()
  const up = above(state)
  return (
    <nav aria-label={t('where')} className="print:hidden">
      <ol className="flex flex-wrap items-center gap-x-1">
        <Crumb query="" isLast={!up}>
          {t('title')}
        </Crumb>
        {up && (
          <Crumb query={writeState(up)} isLast>
            {[words.name(up.report), ...up.groups.map((key) => words.column(key))].join(' · ')}
          </Crumb>
        )}
      </ol>
    </nav>
  )
}

type CrumbProps = { query: string; isLast: boolean; children: string }

function Crumb({ query, isLast, children }: CrumbProps) {
  return (
    <li className="flex items-center gap-1">
      <AppLink
        to="reports"
        params={{}}
        query={query}
        prefetch={false}
        className="rounded py-1 underline-offset-2 hover:underline"
      >
        {children}
      </AppLink>
      {!isLast && <ChevronRight aria-hidden className="size-3.5 rtl:rotate-180" />}
    </li>
  )
}
