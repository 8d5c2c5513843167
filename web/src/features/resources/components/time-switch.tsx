'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { DayPopover } from '@/components/ui/day-popover'
import { Press } from '@/components/ui/press'
import { addDays } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { views, type View } from '../timeline'

type Props = {
  view: View
  days: string[]
  today: string
  onView: (view: View) => void
  onDay: (day: string) => void
}

/** A day or a week, which one, and back to today. */
export function TimeSwitch({ view, days, today, onView, onDay }: Props) {
  const t = useTranslations('resources')
  const format = useFormat()
  const [first = today, last = first] = [days[0], days.at(-1)]
  const words = view === 'day' ? format.day(first) : `${format.day(first, 'short')} – ${format.day(last, 'short')}`
  return (
    <>
      <div role="group" aria-label={t('view')} className="flex rounded-md border border-line-strong bg-surface">
        {views.map((one) => (
          <Press
            key={one}
            aria-pressed={view === one}
            onPress={() => onView(one)}
            className="min-h-10 px-4 text-sm font-medium text-soft first:rounded-s-md last:rounded-e-md hover:text-ink aria-pressed:bg-accent aria-pressed:text-on-accent pointer-coarse:min-h-11"
          >
            {t(`view_${one}`)}
          </Press>
        ))}
      </div>
      <div className="flex items-center gap-1">
        <IconButton label={t(`before_${view}`)} onPress={() => onDay(addDays(first, -days.length))}>
          <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
        </IconButton>
        <DayPopover label={t('chooseDay')} value={first} today={today} onChange={(day) => day && onDay(day)}>
          <Button look="quiet" className="tabular-nums">
            {words}
          </Button>
        </DayPopover>
        <IconButton label={t(`after_${view}`)} onPress={() => onDay(addDays(first, days.length))}>
          <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
        </IconButton>
        {first !== today && (
          <Button size="sm" onPress={() => onDay(today)}>
            {t('today')}
          </Button>
        )}
      </div>
    </>
  )
}
