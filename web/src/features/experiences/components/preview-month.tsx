'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import { shiftMonth, weekdayName, weekOrder, weeksOf } from '../rule'

type Props = { start: string; days: Map<string, string[]>; weekStart: number }

/** One month of the preview: every day says how many departures it gets; a tap lists their times. */
export function PreviewMonth({ start, days, weekStart }: Props) {
  const format = useFormat()
  const [month, setMonth] = useState(start)
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <div>
      <MonthHead month={month} onMove={(by) => setMonth(shiftMonth(month, by))} />
      <table className="w-full table-fixed text-center text-sm tabular-nums">
        <WeekdayHead weekStart={weekStart} />
        <tbody>
          {weeksOf(month, weekStart).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) => (
                <td key={day ?? column} className="p-0.5">
                  {day && <DayCell day={day} times={days.get(day)} isChosen={day === chosen} onChoose={setChosen} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-live="polite" className="mt-2 min-h-10 text-sm text-soft">
        {chosen &&
          days.has(chosen) &&
          `${format.day(chosen, 'short')}: ${days.get(chosen)?.map(format.time).join(', ')}`}
      </p>
    </div>
  )
}

function MonthHead({ month, onMove }: { month: string; onMove: (by: number) => void }) {
  const t = useTranslations('experiences')
  const { locale } = useFormat()
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <div className="flex items-center justify-between">
      <IconButton label={t('previousMonth')} onPress={() => onMove(-1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <p aria-live="polite" className="text-sm font-semibold first-letter:uppercase">
        {name.format(new Date(`${month}-01T00:00Z`))}
      </p>
      <IconButton label={t('nextMonth')} onPress={() => onMove(1)}>
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}

function WeekdayHead({ weekStart }: { weekStart: number }) {
  const { locale } = useFormat()
  return (
    <thead>
      <tr>
        {weekOrder(weekStart).map((day) => (
          <th
            key={day}
            scope="col"
            abbr={weekdayName(day, locale, 'long')}
            className="py-1 text-xs font-medium text-faint"
          >
            {weekdayName(day, locale, 'narrow')}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type CellProps = { day: string; times: string[] | undefined; isChosen: boolean; onChoose: (day: string) => void }

function DayCell({ day, times, isChosen, onChoose }: CellProps) {
  const t = useTranslations('experiences')
  const format = useFormat()
  const date = Number(day.slice(8))
  if (!times) return <span className="grid h-10 place-items-center text-faint">{date}</span>
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${format.day(day)}: ${t('slots', { count: times.length })}`}
      onClick={() => onChoose(day)}
      className={cx(
        'flex h-10 w-full flex-col items-center justify-center rounded-md bg-accent-wash leading-none text-accent',
        isChosen && 'ring-2 ring-accent',
      )}
    >
      <span className="font-semibold">{date}</span>
      <span className="mt-0.5 text-[10px]">×{times.length}</span>
    </button>
  )
}
