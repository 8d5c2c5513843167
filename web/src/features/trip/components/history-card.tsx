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
      {!!data?.length && (
        <ol className="space-y-4 border-l pl-4">
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={zone} />
          ))}
        </ol>
      )}
    </Card>
  )
}

const told = [
  'trip.created',
  'trip.contact_changed',
  'trip.converted',
  'trip.reserved',
  'trip.attention',
  'payment.captured',
  'payment.refunded',
  'booking.checked_in',
  'booking.not_checked_in',
  'booking.no_show',
  'customer.created',
  'message.queued',
  'message.sent',
  'message.failed',
] as const
const actors = ['customer', 'system', 'channel', 'ai'] as const

function Entry({ entry, zone }: { entry: HistoryEntry; zone: string }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const action = told.find((one) => one === entry.action)
  const after = Object.fromEntries(entry.changes.map(({ field, after }) => [field, after]))
  const hasAmount = typeof after.amount === 'number' && typeof after.currency === 'string'
  const actor = actors.find((one) => one === entry.actor.type)
  const who = entry.actor.name || (actor ? t(`by_${actor}`) : '')
  return (
    <li className="relative text-sm">
      <span
        aria-hidden
        className="absolute top-1.5 -left-[20.5px] size-2 rounded-full bg-line-strong ring-4 ring-surface"
      />
      <p className="first-letter:uppercase">
        {action ? t(`did_${action.replace('.', '_') as Underscored<typeof action>}`) : entry.summary}
        {hasAmount && (
          <span className="tabular-nums"> · {format.money(Number(after.amount), String(after.currency))}</span>
        )}
      </p>
      <p className="text-faint">
        {who && `${who} · `}
        <time dateTime={entry.at}>{format.instant(entry.at, zone)}</time>
      </p>
    </li>
  )
}

type Underscored<T extends string> = T extends `${infer A}.${infer B}` ? `${A}_${B}` : T
