'use client'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Dashboard } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'

// The saved view of the trips list that shows what a line counts.
const lines = [
  { key: 'under_review', view: 'review', cnt: (data: Dashboard) => data.under_review_cnt },
  { key: 'attention', view: 'attention', cnt: (data: Dashboard) => data.attention_cnt },
  { key: 'flagged', view: 'flagged', cnt: (data: Dashboard) => data.flagged_cnt },
  { key: 'unscheduled', view: 'unscheduled', cnt: (data: Dashboard) => data.unscheduled_cnt },
  { key: 'drafts', view: 'drafts', cnt: (data: Dashboard) => data.drafts_cnt },
] as const

/** What waits for somebody: only lines that have something. */
export function DecisionList({ data }: { data: Dashboard | undefined }) {
  const t = useTranslations('dashboard')
  const format = useFormat()
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  const open = lines.filter((line) => line.cnt(data) > 0)
  return (
    <Card title={t('decisions')}>
      {open.length === 0 && (
        <p className="flex items-center gap-2 text-soft">
          <CircleCheck aria-hidden className="size-5 text-good" />
          {t('nothingWaits')}
        </p>
      )}
      <ul className="-mx-2">
        {open.map((line) => (
          <li key={line.key}>
            <AppLink
              to="trips"
              params={{}}
              query={`view=${line.view}`}
              className="flex min-h-11 items-center gap-3 rounded-md px-2 hover:bg-sunken"
            >
              <span className="min-w-8 text-right text-lg font-semibold tabular-nums">
                {format.number(line.cnt(data))}
              </span>
              <span className="grow">{t(`decision_${line.key}`, { count: line.cnt(data) })}</span>
              <ChevronRight aria-hidden className="size-4 text-faint" />
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
