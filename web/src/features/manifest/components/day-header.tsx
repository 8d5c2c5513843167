'use client'
import { CalendarClock, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, startTransition, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { DayPopover } from '@/components/ui/day-popover'
import { Press } from '@/components/ui/press'
import { SearchField } from '@/components/ui/search-field'
import { afterPaint } from '@/lib/after-paint'
import { addDays } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { useHotkeys } from '@/lib/use-hotkeys'
import type { Day } from '../types'
import { DayTotals } from './day-totals'

type Props = {
  date: string
  today: string
  manifest: Day | undefined
  onFilter: (text: string) => void
  onDay: (day: string) => void
}

/** The day, the way to other days, its totals and the filter: always in view. */
export const DayHeader = memo(function DayHeader({ date, today, manifest, onFilter, onDay }: Props) {
  const t = useTranslations('manifest')
  useHotkeys([
    { keys: 'ArrowLeft', label: t('previousDay'), action: () => onDay(addDays(date, -1)) },
    { keys: 'ArrowRight', label: t('nextDay'), action: () => onDay(addDays(date, 1)) },
    { keys: 't', label: t('today'), action: () => onDay(today) },
  ])
  return (
    <header className="sticky top-0 z-10 border-b bg-canvas/95 backdrop-blur print:static">
      <div className="mx-auto max-w-6xl px-4 pt-3 pb-3 md:px-8 md:pt-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="-ml-2 flex min-w-0 items-center">
            <IconButton label={t('previousDay')} onPress={() => onDay(addDays(date, -1))} className="print:hidden">
              <ChevronLeft aria-hidden className="size-5" />
            </IconButton>
            <DayTitle date={date} today={today} onDay={onDay} />
            <IconButton label={t('nextDay')} onPress={() => onDay(addDays(date, 1))} className="print:hidden">
              <ChevronRight aria-hidden className="size-5" />
            </IconButton>
          </div>
          {today && date !== today && <TodayButton onPress={() => onDay(today)} />}
          <Filter onFilter={onFilter} />
        </div>
        <DayTotals manifest={manifest} />
      </div>
    </header>
  )
})

/** What is typed stands at once; the day below it follows. */
function Filter({ onFilter }: Pick<Props, 'onFilter'>) {
  const t = useTranslations('manifest')
  const [text, setText] = useState('')
  const change = (next: string) => {
    setText(next)
    startTransition(() => onFilter(next))
  }
  return (
    <SearchField
      label={t('filter')}
      value={text}
      onChange={change}
      className="w-full sm:ml-auto sm:w-72 print:hidden"
    />
  )
}

function TodayButton({ onPress }: { onPress: () => void }) {
  const t = useTranslations('manifest')
  return (
    <>
      <Button size="sm" onPress={onPress} className="max-sm:hidden print:hidden">
        {t('today')}
      </Button>
      <IconButton label={t('today')} onPress={onPress} className="ml-auto sm:hidden print:hidden">
        <CalendarClock aria-hidden className="size-5" />
      </IconButton>
    </>
  )
}

function DayTitle({ date, today, onDay }: Pick<Props, 'date' | 'today' | 'onDay'>) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const names: Record<string, string> = today
    ? { [today]: t('today'), [addDays(today, 1)]: t('tomorrow'), [addDays(today, -1)]: t('yesterday') }
    : {}
  return (
    <DayPopover
      label={t('chooseDay')}
      value={date}
      today={today || date}
      onChange={(day) => afterPaint(() => onDay(day))}
    >
      <Press className="flex min-h-11 min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-sunken">
        <span className="min-w-0 leading-tight">
          {names[date] && <span className="mr-2 text-lg font-semibold text-accent md:text-xl">{names[date]}</span>}
          <span className="text-lg font-semibold first-letter:uppercase md:text-xl">
            {format.day(date, names[date] ? 'short' : 'medium')}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint print:hidden" />
      </Press>
    </DayPopover>
  )
}
