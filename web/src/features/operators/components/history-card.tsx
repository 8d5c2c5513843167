'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/page-header'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import type { Operator } from '../api'
import type { Stage, Status } from '../model'

/** The way an operator came: stages of onboarding, and every change of state with who and why. */
export function HistoryCard({ operator }: { operator: Operator }) {
  const t = useTranslations('operators')
  const format = useFormat()
  const day = (at: string) => format.day(at.slice(0, 10), 'medium')
  return (
    <Card title={t('history')} actions={operator.row.is_stalled && <Badge tone="warn">{t('stalled')}</Badge>}>
      <ol className="flex flex-col gap-2 text-sm">
        {operator.stages.map((one) => (
          <li key={one.entered_at} className="flex justify-between gap-3">
            <span className="min-w-0">
              <span className={one.left_at ? 'text-soft' : 'font-medium'}>{t(`stage_${one.stage as Stage}`)}</span>{' '}
              <span className="text-faint">
                · {one.actor ? t('stageBy', { name: isolate(one.actor) }) : t('stageItself')}
              </span>
            </span>
            <time dateTime={one.entered_at} className="text-faint">
              {day(one.entered_at)}
            </time>
          </li>
        ))}
      </ol>
      {operator.states.length > 0 && (
        <ol className="mt-4 flex flex-col gap-3 border-t pt-4 text-sm">
          {operator.states.map((one) => (
            <li key={one.at}>
              <span className="flex justify-between gap-3">
                <span className="font-medium">{t(`status_${one.after as Status}`)}</span>
                <time dateTime={one.at} className="text-faint">
                  {day(one.at)}
                </time>
              </span>
              <span className="text-soft">{[one.actor, one.reason].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
