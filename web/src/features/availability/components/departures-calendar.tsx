'use client'
import { Ban, Lock, StickyNote } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Bar } from '@/components/ui/bar'
import { cx } from '@/components/ui/cx'
import { weeksOf } from '@/lib/months'
import { useFormat } from '@/lib/use-format'
import type { DayCell } from '../departures'
import { MonthHead, WeekdayHead } from './month-head'

type Props = {
  month: string
  onMonth: (month: string) => void
  days: Map<string, DayCell>
  chosen: string | null
  onChoose: (day: string) => void
  weekStart: number
  today: string
  isOld: boolean
}

/** A month of an experience: how many departures each day has, how full they are, which days are shut. */
export function DeparturesCalendar({ month, onMonth, days, chosen, onChoose, weekStart, today, isOld }: Props) {
  return (
    <div>
      <MonthHead month={month} onChange={onMonth} />
      <table
        aria-busy={isOld}
        className={cx('w-full table-fixed text-sm tabular-nums transition-opacity', isOld && 'opacity-60')}
      >
        <WeekdayHead weekStart={weekStart} width="short" />
        <tbody>
          {weeksOf(month, weekStart).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) => (
                <td key={day ?? column} className="p-0.5 sm:p-1">
                  {day && (
                    <Cell
                      {...{ day, onChoose }}
                      cell={days.get(day)}
                      isChosen={day === chosen}
                      isToday={day === today}
                      isPast={day < today}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps = {
  day: string
  cell: DayCell | undefined
  isChosen: boolean
  isToday: boolean
  isPast: boolean
  onChoose: (day: string) => void
}

const boxClass = 'flex h-16 w-full flex-col rounded-md border px-0.5 py-1 text-start sm:h-20 sm:p-2'

function Cell({ day, cell, isChosen, isToday, isPast, onChoose }: CellProps) {
  const format = useFormat()
  const words = useCellWords()
  const date = <span className={cx('font-semibold', isToday && 'text-accent underline')}>{Number(day.slice(8))}</span>
  if (!cell) return <div className={cx(boxClass, 'border-transparent text-faint')}>{date}</div>
  const isOff = cell.status !== 'open'
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${format.day(day)}: ${words(cell)}`}
      onClick={() => onChoose(day)}
      className={cx(
        boxClass,
        isOff || isPast ? 'bg-sunken text-soft' : 'bg-surface hover:border-accent',
        isChosen && 'ring-2 ring-accent',
      )}
    >
      <span className="flex w-full items-center gap-1">
        {date}
        <span className="grow" />
        {cell.hasNote && <StickyNote aria-hidden className="size-3 shrink-0 text-warn sm:size-3.5" />}
        {cell.status === 'closed' && <Lock aria-hidden className="size-3 shrink-0 sm:size-3.5" />}
        {cell.status === 'cancelled' && <Ban aria-hidden className="size-3 shrink-0 text-bad sm:size-3.5" />}
      </span>
      <span className="grow" />
      {cell.count > 0 && <Fill cell={cell} />}
    </button>
  )
}

function Fill({ cell }: { cell: DayCell }) {
  const format = useFormat()
  const share = cell.seats ? Math.min(100, (cell.sold / cell.seats) * 100) : 0
  return (
    <span className="w-full">
      <span className="flex justify-between gap-1 text-[10px] sm:text-xs">
        <span className="hidden text-soft sm:block">×{format.number(cell.count)}</span>
        <span className="truncate">
          {cell.seats === null ? format.number(cell.sold) : `${format.number(cell.sold)}/${format.number(cell.seats)}`}
        </span>
      </span>
      {cell.seats !== null && (
        <span className="relative mt-0.5 block h-1 overflow-hidden rounded-full bg-line">
          <Bar share={share} className={share >= 100 ? 'fill-good-fill' : 'fill-accent'} />
        </span>
      )}
    </span>
  )
}

function useCellWords() {
  const t = useTranslations('availability')
  const ts = useTranslations('experiences')
  const common = useTranslations('common')
  return ({ count, sold, seats, status, hasNote }: DayCell) =>
    [
      status !== 'open' && t(`day_${status}`),
      ts('slots', { count }),
      seats === null ? common('booked', { count: sold }) : common('bookedOf', { count: sold, capacity: seats }),
      hasNote && t('hasNote'),
    ]
      .filter(Boolean)
      .join(', ')
}
