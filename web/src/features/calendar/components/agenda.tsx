'use client'
import { CalendarX2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { EmptyState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { weekdayName } from '../days'
import { totalsOf, type Departure } from '../model'
import type { Calendar } from '../use-calendar'
import type { Words } from '../words'
import { Card } from './departure-parts'

const nothing: Departure[] = []

/** The phone's calendar: the month as a strip, and below it the day as a list. */
export function Agenda({ calendar, words }: { calendar: Calendar; words: Words }) {
  const t = useTranslations('calendar')
  const format = useFormat()
  const departures = calendar.byDay.get(calendar.date) ?? nothing
  const { departures: count, pax } = totalsOf(departures)
  return (
    <>
      <MonthStrip calendar={calendar} />
      <h2 className="pt-4 pb-2 font-semibold first-letter:uppercase">
        {format.day(calendar.date)}
        {count > 0 && (
          <span className="block text-sm font-normal text-soft tabular-nums">
            {t('countDepartures', { count })} · {t('countGuests', { count: pax })}
          </span>
        )}
      </h2>
      {departures.length === 0 ? (
        <EmptyState
          icon={<CalendarX2 aria-hidden className="size-7" />}
          title={t('emptyDay')}
          text={t('emptyDayText')}
        />
      ) : (
        <ul className="space-y-2">
          {departures.map((departure) => (
            <li key={departure.slot.id} className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
              <Card departure={departure} words={words} isLone />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function MonthStrip({ calendar }: { calendar: Calendar }) {
  const t = useTranslations('calendar')
  const strip = useRef<HTMLElement>(null)
  const { date } = calendar
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>('[data-chosen]')
    // Not scrollIntoView: that would move the page as well.
    if (chosen && strip.current) strip.current.scrollLeft = chosen.offsetLeft - strip.current.clientWidth / 2 + 24
  }, [date])
  return (
    <nav
      ref={strip}
      aria-label={t('monthGrid')}
      className="relative -mx-4 flex gap-1 overflow-x-auto border-b px-4 pb-2 [scrollbar-width:none]"
    >
      {calendar.days.map((day) => (
        <StripDay key={day} calendar={calendar} day={day} />
      ))}
    </nav>
  )
}

function StripDay({ calendar, day }: { calendar: Calendar; day: string }) {
  const t = useTranslations('calendar')
  const format = useFormat()
  const { departures, flagged } = totalsOf(calendar.byDay.get(day) ?? nothing)
  const isChosen = day === calendar.date
  const label = [
    format.day(day),
    t('countDepartures', { count: departures }),
    flagged > 0 ? t('countFlagged', { count: flagged }) : '',
  ]
  return (
    <AppLink
      to="calendar"
      params={{}}
      query={calendar.addressOf({ date: day })}
      prefetch={false}
      replace
      scroll={false}
      aria-label={label.filter(Boolean).join(', ')}
      aria-current={isChosen ? 'date' : undefined}
      data-chosen={isChosen ? '' : undefined}
      className={cx(
        'flex min-h-14 min-w-11 shrink-0 flex-col items-center rounded-md pt-1 text-sm tabular-nums',
        isChosen ? 'bg-accent text-on-accent' : day === calendar.today && 'bg-accent-wash text-accent',
      )}
    >
      <span className="text-xs">{weekdayName(day, format.locale, 'narrow')}</span>
      <span className="font-semibold">{format.number(Number(day.slice(8)))}</span>
      <span
        aria-hidden
        className={cx(
          'mt-0.5 size-1.5 rounded-full',
          departures > 0 && (isChosen ? 'bg-on-accent' : flagged > 0 ? 'bg-warn-fill' : 'bg-line-strong'),
        )}
      />
    </AppLink>
  )
}
