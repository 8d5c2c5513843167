'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { DayPopover } from '@/components/ui/day-popover'
import { Press } from '@/components/ui/press'
import { addDays } from '@/lib/dates'
import { dateFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import { usePhone } from '@/lib/use-phone'
import { rangeQuery } from '../api'

type Props = { day: string; today: string; min: string; onChange: (day: string) => void }

/** Days side by side with the seats that are left on each; a month behind the button. */
export function DayStrip({ day, today, min, onChange }: Props) {
  const t = useTranslations('sell')
  const count = usePhone() ? 5 : 9
  const isNear = day >= today && day < addDays(today, count)
  const first = isNear ? today : ([min, addDays(day, -Math.floor(count / 2))].sort().at(-1) ?? today)
  const { data } = useQuery(rangeQuery(first, addDays(first, count - 1)))
  // What is left of a day that is over says nothing.
  const leftOn = (one: string) =>
    data && one >= today ? (data.dates[one] ?? []).reduce((sum, entry) => sum + entry.total_availability_cnt, 0) : null
  return (
    <div className="flex items-stretch gap-1">
      <IconButton label={t('dayBefore')} isDisabled={day <= min} onPress={() => onChange(addDays(day, -1))}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <div role="group" aria-label={t('days')} className="flex min-w-0 grow gap-1">
        {Array.from({ length: count }, (_, index) => addDays(first, index)).map((one) => (
          <Day key={one} day={one} left={leftOn(one)} isChosen={one === day} onChange={onChange} />
        ))}
      </div>
      <IconButton label={t('dayAfter')} onPress={() => onChange(addDays(day, 1))}>
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
      <DayPopover label={t('month')} value={day} today={today} min={min} onChange={onChange}>
        <IconButton label={t('month')}>
          <CalendarDays aria-hidden className="size-5" />
        </IconButton>
      </DayPopover>
    </div>
  )
}

type DayProps = { day: string; left: number | null; isChosen: boolean; onChange: (day: string) => void }

function Day({ day, left, isChosen, onChange }: DayProps) {
  const t = useTranslations('sell')
  const format = useFormat()
  const at = new Date(`${day}T00:00:00Z`)
  const weekday = dateFormat(format.locale, { timeZone: 'UTC', weekday: 'short' }).format(at)
  const words = left === null ? '' : left >= 999 ? t('freely') : t('seatsLeft', { count: left })
  return (
    <Press
      aria-label={`${format.day(day)}${words && `, ${words}`}`}
      aria-pressed={isChosen}
      tabIndex={-1}
      onPress={() => onChange(day)}
      className={cx(
        'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center rounded-md border text-xs leading-tight tabular-nums',
        isChosen ? 'border-accent bg-accent-wash text-accent' : 'hover:bg-sunken',
      )}
    >
      <span className={isChosen ? undefined : 'text-faint'}>{weekday}</span>
      <span className="text-base font-semibold">{at.getUTCDate()}</span>
      <span className={cx(left === 0 ? 'text-bad' : !isChosen && 'text-faint')}>
        {left === null ? '\u00a0' : left >= 999 ? '∞' : format.number(left)}
      </span>
    </Press>
  )
}
