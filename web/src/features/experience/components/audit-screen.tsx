'use client'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AuditEntry, ExperienceFull, HistoryEntry } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { fieldInWords, inWords } from '@/features/audit/model'
import { useDeedName } from '@/features/audit/use-deed-name'
import { isolate } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { historyQuery } from '../api'
import { guestName } from '../guest-name'
import { leavesOf, plain } from '../history'
import { ExperienceFrame, Waiting } from './frame'

/** Who changed what of an experience, the latest first. */
export function AuditScreen() {
  return <ExperienceFrame page="experienceAudit">{(experience) => <Entries experience={experience} />}</ExperienceFrame>
}

function Entries({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experience')
  const { data, error, refetch } = useQuery(historyQuery(experience.id))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  if (data.length === 0) return <EmptyState icon={<History aria-hidden className="size-6" />} title={t('noHistory')} />
  return (
    <div className="max-w-3xl">
      <Card title={t('page_audit')}>
        <ol className="space-y-5 border-s ps-4">
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} experience={experience} />
          ))}
        </ol>
      </Card>
    </div>
  )
}

function Entry({ entry, experience }: { entry: HistoryEntry; experience: ExperienceFull }) {
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
        {entry.actor.name && `${isolate(entry.actor.name)} · `}
        <time dateTime={entry.at}>{format.instant(entry.at, zone)}</time>
      </p>
      <Changed changes={entry.changes as AuditEntry['changes']} experience={experience} />
    </li>
  )
}

type ChangedProps = { changes: AuditEntry['changes']; experience: ExperienceFull }

/** What changed, value by value; a ticket's number is the name of its kind of guest. */
function Changed({ changes, experience }: ChangedProps) {
  const t = useTranslations('tables')
  const leaves = changes.flatMap(({ field, before, after }) => leavesOf([field], before, after))
  if (leaves.length === 0) return null
  const told = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : inWords(plain(value)))
  const named = (part: string) => {
    const guest = experience.customerTypes.find((row) => String(row.id) === part)
    return guest ? guestName(guest) : fieldInWords(part)
  }
  return (
    <dl className="mt-1.5 space-y-0.5">
      {leaves.map(({ path, before, after }) => (
        <div key={path.join('.')} className="flex flex-wrap gap-x-2">
          <dt className="text-faint">{path.map(named).join(' · ')}</dt>
          <dd className="min-w-0 break-words text-soft">
            {before !== null && before !== undefined && before !== '' && <s className="me-2">{told(before)}</s>}
            {told(after)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
