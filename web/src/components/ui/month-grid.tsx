'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, useId, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { dayInMonth, fullDay, monthName, weekdayName, weekOrder, weeksOf, within } from '@/lib/months'
import { useFormat } from '@/lib/use-format'
import { IconButton } from './button'
import { cx } from './cx'
import { useDays } from './use-days'

/** First and last day (YYYY-MM-DD, both included). */
export type Days = { start: string; end: string }

type Bounds = { min?: string; max?: string }
type Props = Bounds & {
  today: string
  /** The days that are chosen: one, or all of a range. */
  chosen: Days | null
  /** The day that its month opens at. */
  from: string
  onChoose: (day: string) => void
  /** A day that a pointer or the focus comes to. */
  onReach?: (day: string) => void
}

/**
 * The days of a month, in which one has the focus: arrows, Home, End, Page Up and Down go from day to day.
 *
 * A table of plain cells. The library's month makes every day out of a dozen hooks, which on a slow machine take
 * longer than anybody waits for it.
 */
export function MonthGrid({ today, chosen, min, max, ...rest }: Props) {
  const { locale } = useFormat()
  const { day: at, weekStart, go, body } = useDays({ ...rest, min, max, locale })
  const id = useId()
  const month = at.slice(0, 7)
  const weeks = useMemo(() => weeksOf(month, weekStart), [month, weekStart])
  return (
    <div className="w-fit p-3 select-none">
      <Head {...{ id, at, locale, min, max }} onGo={go} />
      <table role="grid" aria-labelledby={id} className="border-separate border-spacing-0">
        <Weekdays locale={locale} weekStart={weekStart} />
        <tbody {...body}>
          {weeks.map((days) => (
            <Week
              key={days.find(Boolean)}
              {...{ days, today, min, max, locale }}
              at={days.includes(at) ? at : ''}
              {...partOf(chosen, days)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadProps = Bounds & { id: string; at: string; locale: string; onGo: (day: string) => void }

function Head({ id, at, locale, min, max, onGo }: HeadProps) {
  const t = useTranslations('common')
  const [before, after] = [dayInMonth(at, -1), dayInMonth(at, 1)]
  return (
    <div className="flex items-center justify-between pb-2">
      <IconButton
        label={t('previousMonth')}
        onPress={() => onGo(before)}
        isDisabled={!!min && before.slice(0, 7) < min.slice(0, 7)}
        className="size-9"
      >
        <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
      </IconButton>
      <h2 id={id} aria-live="polite" className="text-sm font-semibold first-letter:uppercase">
        {monthName(at.slice(0, 7), locale)}
      </h2>
      <IconButton
        label={t('nextMonth')}
        onPress={() => onGo(after)}
        isDisabled={!!max && after.slice(0, 7) > max.slice(0, 7)}
        className="size-9"
      >
        <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
      </IconButton>
    </div>
  )
}

const Weekdays = memo(function Weekdays({ locale, weekStart }: { locale: string; weekStart: number }) {
  return (
    <thead>
      <tr>
        {weekOrder(weekStart).map((day) => (
          <th
            key={day}
            scope="col"
            abbr={weekdayName(day, locale, 'long')}
            className="pb-1 text-xs font-medium text-faint"
          >
            {weekdayName(day, locale, 'short')}
          </th>
        ))}
      </tr>
    </thead>
  )
})

/** What of the chosen days lies in a week; nothing when none does, so that the week need not be drawn again. */
function partOf(chosen: Days | null, days: readonly (string | null)[]) {
  const isIn = chosen && days.some((day) => day && day >= chosen.start && day <= chosen.end)
  return isIn ? chosen : { start: '', end: '' }
}

type WeekProps = Bounds & Days & { days: readonly (string | null)[]; at: string; today: string; locale: string }

const Week = memo(function Week({ days, at, today, locale, min, max, start, end }: WeekProps) {
  const format = useFormat()
  return (
    <tr>
      {days.map((day, place) => {
        if (!day) return <td key={place} />
        const isEnd = day === start || day === end
        const isChosen = day >= start && day <= end
        const isOff = within(day, min, max) !== day
        return (
          <td
            key={day}
            data-day={day}
            tabIndex={day === at ? 0 : -1}
            aria-selected={isChosen}
            aria-disabled={isOff || undefined}
            aria-current={day === today ? 'date' : undefined}
            aria-label={fullDay(day, locale)}
            className={cx(
              'size-9 cursor-default rounded-md text-center text-sm tabular-nums outline-offset-0 pointer-coarse:size-11',
              isOff && 'text-faint/50',
              !isOff && !isChosen && 'hover:bg-sunken',
              isChosen && (isEnd ? 'bg-accent text-on-accent' : 'bg-accent-wash text-accent'),
              day === today && 'font-bold',
              day === today && !isChosen && !isOff && 'text-accent',
            )}
          >
            {format.number(Number(day.slice(8)))}
          </td>
        )
      })}
    </tr>
  )
})
