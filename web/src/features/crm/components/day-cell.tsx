'use client'
import { useTranslations } from 'use-intl'
import type { PlannedDayOut } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { useFormat } from '@/lib/use-format'

type Props = {
  day: string | null
  planned?: PlannedDayOut
  isToday: boolean
  isChosen: boolean
  onChoose: (day: string) => void
}

/** A day of the calendar: how many messages go out, and how many do not. */
export function DayCell({ day, planned, isToday, isChosen, onChoose }: Props) {
  const t = useTranslations('crm')
  const format = useFormat()
  if (!day) return <td className="border-t bg-canvas/60 p-0" />
  const [goes, stays] = [(planned?.planned_cnt ?? 0) + (planned?.sent_cnt ?? 0), planned?.skipped_cnt ?? 0]
  return (
    <td className="border-t p-0.5">
      <Press
        aria-pressed={isChosen}
        aria-label={t('dayOf', { day: format.day(day), count: goes, skipped: stays })}
        onPress={() => onChoose(day)}
        className={cx(
          'flex h-16 w-full flex-col items-start gap-0.5 rounded-md p-1.5 text-start hover:bg-sunken focus-visible:-outline-offset-2 sm:h-20 sm:p-2',
          isChosen && 'bg-accent-wash hover:bg-accent-wash',
        )}
      >
        <span
          className={cx(
            'text-sm tabular-nums',
            isToday
              ? 'grid min-w-6 place-items-center rounded-full bg-accent px-1 font-semibold text-on-accent'
              : 'text-soft',
          )}
        >
          {format.number(Number(day.slice(8)))}
        </span>
        {goes > 0 && <span className="text-base leading-tight font-semibold tabular-nums">{format.number(goes)}</span>}
        {stays > 0 && (
          <span className="truncate text-xs text-faint tabular-nums">
            <span aria-hidden>−{format.number(stays)}</span>
          </span>
        )}
      </Press>
    </td>
  )
}
