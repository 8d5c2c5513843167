'use client'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { useStanding } from '@/lib/standing'
import { useFormat } from '@/lib/use-format'
import type { BulkTarget } from './model'

export type BulkAction = { id: string; label: string; icon?: ReactNode; isDanger?: boolean; onAction: () => void }

type Props = {
  /** Null while nothing is chosen. */
  target: BulkTarget | null
  total: number
  actions: (target: BulkTarget) => BulkAction[]
  onAll: () => void
  onClear: () => void
}

/** What can be done with the chosen rows; offers all that match as soon as some are chosen. */
export function BulkBar({ target, total, actions, onAll, onClear }: Props) {
  const t = useTranslations('tables')
  const format = useFormat()
  useStanding('bar', target !== null)
  if (!target) return null
  const { cnt } = target
  return (
    <div
      role="region"
      aria-label={t('chosen', { count: cnt })}
      className="sticky bottom-2 z-30 mx-auto flex w-fit md:mx-0 max-w-full flex-wrap items-center gap-2 rounded-xl border bg-raised p-2 ps-4 shadow-float print:hidden"
    >
      <span className="text-sm font-medium tabular-nums" aria-live="polite">
        {t('chosen', { count: cnt })}
      </span>
      {'ids' in target && cnt < total && (
        <Button look="quiet" size="sm" onPress={onAll}>
          {t('chooseAllMatching', { count: format.number(total) })}
        </Button>
      )}
      {actions(target).map((action) => (
        <Button key={action.id} size="sm" look={action.isDanger ? 'danger' : 'secondary'} onPress={action.onAction}>
          {action.icon}
          <bdi>{action.label}</bdi>
        </Button>
      ))}
      <IconButton label={t('clearChoice')} onPress={onClear}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}
