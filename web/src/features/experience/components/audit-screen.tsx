'use client'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AuditEntry, HistoryEntry } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { fieldInWords, inWords, isTold } from '@/features/audit/model'
import { useDeedName } from '@/features/audit/use-deed-name'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { historyQuery } from '../api'
import { ExperienceFrame, Waiting } from './frame'

/** Who changed what of an experience, the latest first. */
export function AuditScreen() {
  return <ExperienceFrame page="experienceAudit">{({ id }) => <Entries id={id} />}</ExperienceFrame>
}

function Entries({ id }: { id: number }) {
  const t = useTranslations('experience')
  const { data, error, refetch } = useQuery(historyQuery(id))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  if (data.length === 0) return <EmptyState icon={<History aria-hidden className="size-6" />} title={t('noHistory')} />
  return (
    <div className="max-w-3xl">
      <Card title={t('page_audit')}>
        <ol className="space-y-5 border-s ps-4">
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </Card>
    </div>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const deedName = useDeedName()
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return (
    <li className="relative text-sm">
      <span
        aria-hidden
        className="absolute -start-[20.5px] top-1.5 size-2 rounded-full bg-line-strong ring-4 ring-surface"
      />
      <p className="font-medium first-letter:uppercase">{deedName(entry.action)}</p>
      <p className="text-faint">
        {entry.actor.name && `${entry.actor.name} · `}
        <time dateTime={entry.at}>{format.instant(entry.at, zone)}</time>
      </p>
      <Changed changes={entry.changes as AuditEntry['changes']} />
    </li>
  )
}

function Changed({ changes }: Pick<AuditEntry, 'changes'>) {
  const t = useTranslations('tables')
  const shown = changes.filter(isTold)
  const told = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : inWords(value))
  if (shown.length === 0) return null
  return (
    <dl className="mt-1.5 space-y-0.5">
      {shown.map(({ field, before, after }) => (
        <div key={field} className="flex flex-wrap gap-x-2">
          <dt className="text-faint">{fieldInWords(field)}</dt>
          <dd className="min-w-0 break-words text-soft">
            {before !== null && before !== undefined && before !== '' && <s className="me-2">{told(before)}</s>}
            {told(after)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
