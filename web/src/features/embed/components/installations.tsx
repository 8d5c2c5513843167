'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { useSession } from '@/lib/session'
import { installationsQuery } from '../api'
import { SiteCheck } from './site-check'

/** Whether the calendar is on a site: it says so itself the first time somebody sees it there. */
export function Installations() {
  const t = useTranslations('embed')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const { data, error, refetch } = useQuery(installationsQuery)
  return (
    <Card title={t('installed')}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-12" />}
      {data?.length === 0 && (
        <p className="flex items-center gap-3 text-soft">
          <CircleDashed aria-hidden className="size-5 shrink-0 text-faint" />
          {t('notInstalled')}
        </p>
      )}
      <ul className="divide-y">
        {data?.map((site) => (
          <li key={site.origin} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
            <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
            <span className="min-w-0 grow truncate font-medium">{site.origin}</span>
            <span className="text-sm text-faint">
              {t('lastSeen', { when: format.instant(site.last_seen_at, zone) })}
            </span>
          </li>
        ))}
      </ul>
      <SiteCheck />
    </Card>
  )
}
