'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PlannedDayOut } from '@/api/models'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Press } from '@/components/ui/press'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { addDays } from '@/lib/dates'
import { weekOf } from '@/lib/months'
import { useFormat } from '@/lib/use-format'
import { plannedDaysQuery } from '../crm-api'
import { PlannedRows } from './planned-day'

export type SpanProps = { today: string; day: string; setDay: (day: string) => void; weekStart: number }

// Of each day; a day opens for the rest.
const MOST = 5

/** A week's messages at a glance: the first of each day, and how many more. */
export function PlannedWeek({ today, day, setDay, weekStart, onOpen }: SpanProps & { onOpen: (day: string) => void }) {
  const days = weekOf(day, weekStart)
  const [first = day, last = day] = [days[0], days[6]]
  const { data, error, refetch } = useQuery(plannedDaysQuery(first, last))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <section aria-labelledby="planned-week" className="max-w-4xl rounded-xl border bg-surface">
      <Head first={first} last={last} onGo={(by) => setDay(addDays(day, by * 7))} />
      {!data && <Skeleton className="m-4 h-64 rounded-md" />}
      <ol className="divide-y empty:hidden">
        {data &&
          days.map((one) => (
            <Day
              key={one}
              day={one}
              planned={data.find(({ date }) => date === one)}
              isToday={one === today}
              onOpen={() => onOpen(one)}
            />
          ))}
      </ol>
    </section>
  )
}

function Head({ first, last, onGo }: { first: string; last: string; onGo: (by: number) => void }) {
  const t = useTranslations('crm')
  const format = useFormat()
  return (
    <header className="flex items-center gap-1 border-b px-2 py-1.5">
      <h2 id="planned-week" aria-live="polite" className="grow px-2 font-semibold">
        {t('weekOf', { first: format.day(first, 'medium'), last: format.day(last, 'medium') })}
      </h2>
      <IconButton label={t('previousWeek')} onPress={() => onGo(-1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <IconButton label={t('nextWeek')} onPress={() => onGo(1)}>
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </header>
  )
}

type DayProps = { day: string; planned?: PlannedDayOut; isToday: boolean; onOpen: () => void }

function Day({ day, planned, isToday, onOpen }: DayProps) {
  const t = useTranslations('crm')
  const format = useFormat()
  const [goes, stays] = [(planned?.planned_cnt ?? 0) + (planned?.sent_cnt ?? 0), planned?.skipped_cnt ?? 0]
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className={cx('font-medium', isToday && 'text-accent')}>{format.day(day)}</h3>
        <p className="text-sm text-soft tabular-nums">{t('dayCount', { count: goes, skipped: stays })}</p>
      </div>
      {goes + stays > 0 && <PlannedRows day={day} most={MOST} />}
      {goes + stays > MOST && (
        <Press onPress={onOpen} className="min-h-11 text-sm font-medium text-accent underline underline-offset-2">
          {t('allOfDay', { count: goes + stays })}
        </Press>
      )}
    </li>
  )
}
