'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { SimpleTable } from '../ui/simple-table'
import type { PlatformAct } from './api'
import { useActName } from './use-act-name'

const utc = 'UTC'

/** Acts as a table, on phones as lines. */
export function ActList({ label, acts, empty }: { label: string; acts: PlatformAct[]; empty: string }) {
  const t = useTranslations('platformAudit')
  const actName = useActName()
  const columns = [
    { id: 'at', name: t('at'), width: 'w-44' },
    { id: 'actor', name: t('actor') },
    { id: 'action', name: t('action'), isRowHeader: true },
    { id: 'subject', name: t('subject') },
    { id: 'detail', name: t('detail') },
  ]
  return (
    <SimpleTable
      label={label}
      columns={columns}
      rows={acts}
      cell={(act, column) => {
        if (column === 'at') return <When at={act.at} />
        if (column === 'actor') return <bdi>{act.actor}</bdi>
        if (column === 'action') return <span className="font-medium">{actName(act.action)}</span>
        if (column === 'subject') return <bdi>{act.subject}</bdi>
        return <span className="text-faint">{detailOf(act)}</span>
      }}
      phone={(act) => (
        <div className="min-w-0 py-1 text-sm">
          <p className="font-medium">{actName(act.action)}</p>
          <p className="break-words text-soft">{[act.subject, act.actor].filter(Boolean).join(' · ')}</p>
          <p className="text-faint">
            <When at={act.at} /> {detailOf(act)}
          </p>
        </div>
      )}
      empty={<p className="px-3 py-6 text-faint">{empty}</p>}
    />
  )
}

function When({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {useFormat().instant(at, utc)}
    </time>
  )
}

/** What else the log knows of an act, in its own words: figures, reasons, the way somebody signed in. */
function detailOf({ detail }: PlatformAct): string {
  return Object.values(detail)
    .filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
    .join(' · ')
}
