'use client'
import { useTranslations } from 'use-intl'
import type { MemberFull } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'

const actions = [
  'invited',
  'invitation_resent',
  'joined',
  'changed',
  'disabled',
  'enabled',
  'suppressed',
  'suppression_removed',
] as const

type Entry = MemberFull['history'][number]

/** The latest changes of a person, from the audit log. */
export function MemberHistory({ history }: { history: Entry[] }) {
  const t = useTranslations('team')
  return (
    <Card title={t('history')}>
      <ol className="space-y-3 text-sm">
        {history.slice(0, 8).map((entry) => (
          <HistoryItem key={entry.id} entry={entry} />
        ))}
      </ol>
    </Card>
  )
}

function HistoryItem({ entry }: { entry: Entry }) {
  const t = useTranslations('team')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const action = actions.find((one) => `user_avatar.${one}` === entry.action)
  const fields = action === 'changed' ? entry.changes.map((change) => fieldText(change)) : []
  return (
    <li>
      <p>{t(`did_${action ?? 'changed'}`)}</p>
      {fields.length > 0 && <p className="text-soft wrap-anywhere">{fields.join(', ')}</p>}
      <p className="text-faint">
        <bdi>{entry.actor.name}</bdi> · {format.instant(entry.at, zone)}
      </p>
    </li>
  )
}

const shown = (value: unknown) =>
  value === null || value === '' ? '–' : Array.isArray(value) ? value.join(' ') : String(value)

function fieldText({ before, after }: Entry['changes'][number]): string {
  return `${shown(before)} → ${shown(after)}`
}
