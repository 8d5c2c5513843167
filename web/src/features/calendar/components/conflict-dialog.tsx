'use client'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useErrorText } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import type { Conflict, Moving } from '../use-move'

type Props = { conflict: Conflict; zone: string; onForce: (moving: Moving) => void; onClose: () => void }

type GuideConflict = {
  guide_name: string
  kind: 'overlap' | 'blackout' | 'skills' | 'languages' | 'daily_limit'
  experience_name: string | null
  start_at: string | null
  missing: string[]
  minutes: number | null
  limit: number | null
}

/** What speaks against a move, and whether it shall be done all the same. */
export function ConflictDialog({ conflict, zone, onForce, onClose }: Props) {
  const t = useTranslations('calendar')
  const errorText = useErrorText()
  const say = useConflictWords(zone)
  const { error, moving } = conflict
  const found = (error.detail.conflicts as GuideConflict[] | undefined) ?? []
  return (
    <ConfirmDialog
      isOpen
      title={t('conflictTitle', { who: moving.who })}
      confirmLabel={t('assignAnyway')}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onForce({ ...moving, force: true })
      }}
    >
      {found.length === 0 && <p>{errorText(error)}</p>}
      {found.length > 0 && (
        <ul className="list-disc space-y-1 ps-5">
          {found.map((one, place) => (
            <li key={place}>{say(one)}</li>
          ))}
        </ul>
      )}
      <p>{t('conflictText')}</p>
    </ConfirmDialog>
  )
}

function useConflictWords(zone: string) {
  const t = useTranslations('calendar')
  const format = useFormat()
  return (one: GuideConflict): string => {
    const at = one.start_at ? format.instant(one.start_at, zone) : ''
    const hours = (minutes: number | null) => format.number(Math.round(((minutes ?? 0) / 60) * 10) / 10)
    switch (one.kind) {
      case 'overlap':
        return t('conflict_overlap', { name: one.guide_name, what: one.experience_name ?? '', at })
      case 'blackout':
        return t('conflict_blackout', { name: one.guide_name, at })
      case 'daily_limit':
        return t('conflict_daily_limit', { name: one.guide_name, hours: hours(one.minutes), limit: hours(one.limit) })
      default:
        return t(`conflict_${one.kind}`, { name: one.guide_name, missing: format.list(one.missing) })
    }
  }
}
