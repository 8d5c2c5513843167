'use client'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { weeksOf } from '@/lib/months'
import { useFormat } from '@/lib/use-format'
import { fates, lookOf, signsOf, type DayFates } from '../fates'
import { fateLook } from './fate-look'
import { MonthHead, WeekdayHead } from './month-head'

type Props = {
  start: string
  days: Map<string, DayFates>
  weekStart: number
  /** What a day that was pressed says below the month. */
  detail: (day: string) => ReactNode
}

/** A month in which every day says what becomes of its departures; a press tells more. */
export function FatesMonth({ start, days, weekStart, detail }: Props) {
  const [month, setMonth] = useState(start)
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <div>
      <MonthHead month={month} onChange={setMonth} />
      <table className="w-full table-fixed text-center text-sm tabular-nums">
        <WeekdayHead weekStart={weekStart} />
        <tbody>
          {weeksOf(month, weekStart).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) => (
                <td key={day ?? column} className="p-0.5">
                  {day && <DayCell day={day} fates={days.get(day)} isChosen={day === chosen} onChoose={setChosen} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div aria-live="polite" className="mt-2 min-h-10 text-sm text-soft">
        {chosen && days.has(chosen) && detail(chosen)}
      </div>
    </div>
  )
}

type CellProps = { day: string; fates: DayFates | undefined; isChosen: boolean; onChoose: (day: string) => void }

function DayCell({ day, fates: own, isChosen, onChoose }: CellProps) {
  const format = useFormat()
  const words = useFateWords()
  const date = Number(day.slice(8))
  if (!own) return <span className="grid h-11 place-items-center text-faint">{date}</span>
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${format.day(day)}: ${words(own)}`}
      onClick={() => onChoose(day)}
      className={cx(
        'flex h-11 w-full flex-col items-center justify-center rounded-md leading-none',
        fateLook[lookOf(own)],
        isChosen && 'ring-2 ring-accent',
      )}
    >
      <span className="font-semibold">{date}</span>
      <span className="mt-0.5 text-[11px]">{signsOf(own)}</span>
    </button>
  )
}

/** "2 new, 1 removed": how many departures have which fate. */
export function useFateWords() {
  const t = useTranslations('availability')
  const format = useFormat()
  return (own: DayFates) =>
    format.list(fates.filter((fate) => own[fate] > 0).map((fate) => t(`fate_${fate}`, { count: own[fate] })))
}
