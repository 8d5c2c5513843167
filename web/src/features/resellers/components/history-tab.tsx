'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { HistoryEntry } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useDeedName } from '@/features/audit/use-deed-name'
import { isolate } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { historyQuery } from '../api'
import { areasOf, namedFields, toldOf } from '../history'
import { useHistoryValue } from '../use-history-value'
import type { TabProps } from './types'

/** What happened to a reseller, their agents and cards, newest first. */
export default function HistoryTab({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const { data, error, refetch } = useQuery(historyQuery(reseller.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 max-w-3xl rounded-xl" />
  return (
    <div className="max-w-3xl">
      <Card title={t('tab_history')}>
        {data.length === 0 ? (
          <p className="text-soft">{t('noHistory')}</p>
        ) : (
          <ol className="space-y-4 border-s ps-4">
            {data.map((entry) => (
              <Entry key={entry.id} reseller={reseller} entry={entry} />
            ))}
          </ol>
        )}
      </Card>
    </div>
  )
}

function Entry({ reseller, entry }: TabProps & { entry: HistoryEntry }) {
  const t = useTranslations('resellers')
  const format = useFormat()
  const deedName = useDeedName()
  const say = useHistoryValue(reseller)
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const areas = areasOf(entry)
  const who = entry.actor.name || t('bySystem')
  return (
    <li className="relative text-sm">
      <span
        aria-hidden
        className="absolute -start-[20.5px] top-1.5 size-2 rounded-full bg-line-strong ring-4 ring-surface"
      />
      <p className="font-medium first-letter:uppercase">{deedName(entry.action)}</p>
      {entry.reason && <p className="text-soft">“{isolate(entry.reason)}”</p>}
      {areas.length > 0 && <p className="text-soft">{format.shortList(areas.map((area) => t(area)))}</p>}
      <ul className="text-soft empty:hidden">
        {toldOf(entry).map(({ field, before, after }) => (
          <li key={field} className="break-words">
            <span className="text-faint">{t(namedFields[field])}</span>{' '}
            {before !== null && before !== '' && (
              <>
                <s className="decoration-faint">{say(field, before)}</s> →{' '}
              </>
            )}
            <span className="tabular-nums">{say(field, after)}</span>
          </li>
        ))}
      </ul>
      <p className="text-faint">
        {isolate(who)} · <time dateTime={entry.at}>{format.instant(entry.at, zone)}</time>
      </p>
    </li>
  )
}
