'use client'
import { CalendarDays } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { DayPopover } from '@/components/ui/day-popover'
import { Press } from '@/components/ui/press'
import { addDays } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'

type Props = { day: string; today: string; onChange: (day: string) => void }

const chip = 'flex min-h-12 min-w-0 items-center justify-center gap-2 rounded-md border px-3 font-medium'
const idle = 'bg-surface text-soft hover:bg-sunken hover:text-ink'
const chosen = 'border-accent bg-accent-wash text-accent'

/** Today, tomorrow, or a day of the calendar: what guests at a counter ask for. */
export function DayPicker({ day, today, onChange }: Props) {
  const t = useTranslations('desk')
  const format = useFormat()
  const near = [today, addDays(today, 1)]
  const isFar = !near.includes(day)
  const month = isFar ? format.day(day, 'short') : t('otherDay')
  return (
    <div role="group" aria-label={t('day')} className="mb-4 grid max-w-xl grid-cols-3 gap-2">
      {near.map((one, index) => (
        <Press
          key={one}
          aria-pressed={one === day}
          onPress={() => onChange(one)}
          className={cx(chip, one === day ? chosen : idle)}
        >
          <span className="truncate">{index === 0 ? t('today') : t('tomorrow')}</span>
        </Press>
      ))}
      <DayPopover label={t('otherDay')} value={day} today={today} min={today} onChange={onChange}>
        <Press aria-pressed={isFar} className={cx(chip, 'w-full', isFar ? chosen : idle)}>
          <CalendarDays aria-hidden className="size-4 shrink-0 max-sm:hidden" />
          <span className="truncate">{month}</span>
        </Press>
      </DayPopover>
    </div>
  )
}
