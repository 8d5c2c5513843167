'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { CustomerFull, HistoryEntry } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { historyQuery } from '../api'
import { useFieldNames } from '../use-names'

const told = [
  'created',
  'changed',
  'merged',
  'merged_away',
  'merge_undone',
  'restored',
  'anonymised',
  'exported',
  'not_duplicate',
  'maybe_duplicate',
  'card_default',
  'card_removed',
  'card_restored',
] as const
const actors = ['customer', 'system', 'channel', 'ai'] as const

/** What happened to a customer, newest first. */
export function HistoryTab({ customer, zone }: { customer: CustomerFull; zone: string }) {
  const t = useTranslations('customers')
  const { data, error, refetch } = useQuery(historyQuery(customer.id))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-64" />
  return (
    <Card>
      {data.length === 0 ? (
        <p className="text-soft">{t('noHistory')}</p>
      ) : (
        <ol className="space-y-4 border-s ps-4">
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={zone} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Entry({ entry, zone }: { entry: HistoryEntry; zone: string }) {
  const t = useTranslations('customers')
  const format = useFormat()
  const fieldNames = useFieldNames()
  const action = told.find((one) => `customer.${one}` === entry.action)
  const actor = actors.find((one) => one === entry.actor.type)
  const who = entry.actor.name || (actor ? t(`by_${actor}`) : '')
  const fields = fieldNames(entry.changes.map((change) => change.field))
  return (
    <li className="relative text-sm">
      <span
        aria-hidden
        className="absolute -start-[20.5px] top-1.5 size-2 rounded-full bg-line-strong ring-4 ring-surface"
      />
      <p className="first-letter:uppercase">{action ? t(`did_${action}`, { fields }) : entry.summary}</p>
      <p className="text-faint">
        {who && `${isolate(who)} · `}
        <time dateTime={entry.at}>{format.instant(entry.at, zone)}</time>
      </p>
    </li>
  )
}
