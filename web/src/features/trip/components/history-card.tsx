'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { HistoryEntry } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { historyQuery } from '../api'

/** What happened to the trip, newest first. */
export function HistoryCard({ id, zone }: { id: string; zone: string }) {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const { data, error } = useQuery(historyQuery(id))
  return (
    <Card title={t('history')}>
      {error && <p className="text-sm text-bad">{errorText(error)}</p>}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.length === 0 && <p className="text-soft">{t('noHistory')}</p>}
      {data && (
        <ol className="space-y-4 border-l pl-4">
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={zone} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Entry({ entry, zone }: { entry: HistoryEntry; zone: string }) {
  const format = useFormat()
  return (
    <li className="relative text-sm">
      <span
        aria-hidden
        className="absolute top-1.5 -left-[20.5px] size-2 rounded-full bg-line-strong ring-4 ring-surface"
      />
      <p>{entry.summary}</p>
      <p className="text-faint">
        {entry.actor.name} · <time dateTime={entry.at}>{format.instant(entry.at, zone)}</time>
      </p>
    </li>
  )
}
