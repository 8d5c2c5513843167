'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PlannedDayOut } from '@/api/models'
import { IconButton } from '@/components/ui/button'
import { Press } from '@/components/ui/press'
import { ErrorState } from '@/components/ui/states'
import { addDays, dayIn } from '@/lib/dates'
import { monthName, shiftMonth, weekdayName, weekOrder, weeksOf } from '@/lib/months'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { plannedDaysQuery } from '../crm-api'
import { DayCell } from './day-cell'
import { PlannedDayCard } from './planned-day'
import { PlannedWeek, type SpanProps } from './planned-week'

const spans = ['month', 'week'] as const
type Span = (typeof spans)[number]

/** What will go out automatically, day by day or for a week at a glance, and what was left out and why. */
export function PlannedPart() {
  const session = useSession()
  const t = useTranslations('crm')
  const today = dayIn(session?.properties.time_zone ?? 'UTC')
  const weekStart = session?.properties.week_start ?? 0
  const [span, setSpan] = useState<Span>('month')
  const [day, setDay] = useState(today)
  const openDay = (one: string) => {
    setDay(one)
    setSpan('month')
  }
  return (
    <div className="space-y-4">
      <div
        role="group"
        aria-label={t('calendarSpan')}
        className="flex w-fit rounded-md border border-line-strong bg-surface"
      >
        {spans.map((one) => (
          <Press
            key={one}
            aria-pressed={one === span}
            onPress={() => setSpan(one)}
            className="min-h-10 px-4 text-sm font-medium text-soft first:rounded-s-md last:rounded-e-md hover:text-ink aria-pressed:bg-accent aria-pressed:text-on-accent pointer-coarse:min-h-11"
          >
            {t(`span_${one}`)}
          </Press>
        ))}
      </div>
      {span === 'month' ? (
        <MonthPart {...{ today, day, setDay, weekStart }} />
      ) : (
        <PlannedWeek {...{ today, day, setDay, weekStart }} onOpen={openDay} />
      )}
    </div>
  )
}

function MonthPart({ today, day, setDay, weekStart }: SpanProps) {
  const month = day.slice(0, 7)
  const { data, error, refetch } = useQuery(plannedDaysQuery(`${month}-01`, addDays(`${shiftMonth(month, 1)}-01`, -1)))
  const go = (by: number) => {
    const next = shiftMonth(month, by)
    setDay(next === today.slice(0, 7) ? today : `${next}-01`)
  }
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <Month {...{ month, today, day, weekStart }} days={data ?? []} onGo={go} onChoose={setDay} />
      <PlannedDayCard key={day} day={day} />
    </div>
  )
}

type MonthProps = {
  month: string
  today: string
  day: string
  days: readonly PlannedDayOut[]
  weekStart: number
  onGo: (by: number) => void
  onChoose: (day: string) => void
}

function Month({ month, today, day, days, weekStart, onGo, onChoose }: MonthProps) {
  const t = useTranslations('crm')
  const byDay = useMemo(() => new Map(days.map((one) => [one.date, one])), [days])
  return (
    <section aria-label={t('calendar')} className="rounded-xl border bg-surface">
      <Head month={month} onGo={onGo} />
      <table className="w-full table-fixed border-separate border-spacing-0">
        <Weekdays weekStart={weekStart} />
        <tbody>
          {weeksOf(month, weekStart).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((one, place) => (
                <DayCell
                  key={one ?? place}
                  day={one}
                  planned={one ? byDay.get(one) : undefined}
                  isToday={one === today}
                  isChosen={one === day}
                  onChoose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Head({ month, onGo }: Pick<MonthProps, 'month' | 'onGo'>) {
  const common = useTranslations('common')
  const { locale } = useFormat()
  return (
    <header className="flex items-center gap-1 border-b px-2 py-1.5">
      <h2 aria-live="polite" className="grow px-2 font-semibold">
        {monthName(month, locale)}
      </h2>
      <IconButton label={common('previousMonth')} onPress={() => onGo(-1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <IconButton label={common('nextMonth')} onPress={() => onGo(1)}>
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </header>
  )
}

function Weekdays({ weekStart }: Pick<MonthProps, 'weekStart'>) {
  const { locale } = useFormat()
  return (
    <thead>
      <tr>
        {weekOrder(weekStart).map((one) => (
          <th key={one} scope="col" className="py-2 text-xs font-medium text-faint">
            <abbr title={weekdayName(one, locale, 'long')} className="no-underline">
              {weekdayName(one, locale, 'short')}
            </abbr>
          </th>
        ))}
      </tr>
    </thead>
  )
}
