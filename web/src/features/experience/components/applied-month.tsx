'use client'
import { useTranslations } from 'use-intl'
import type { RateSheet } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { weekdayName, weekOrder, weeksOf } from '@/lib/months'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { AppliedPrice } from '../applied'
import { SheetLetter } from './sheet-letter'

type Props = {
  month: string
  days: Map<string, AppliedPrice[]>
  sheets: RateSheet[]
  letters: Map<number, string>
  /** What is shown belongs to what was asked before. */
  isOld: boolean
}

/** A month of prices: each with the letter of the rate sheet that sets it, which the line below explains. */
export function AppliedMonth({ month, days, sheets, letters, isOld }: Props) {
  const t = useTranslations('experience')
  const weekStart = useSession()?.properties.week_start ?? 1
  const used = new Set([...days.values()].flat().map((one) => one.sheet))
  const shown = sheets.filter((sheet) => used.has(sheet.id))
  return (
    <div className={cx('transition-opacity', isOld && 'opacity-60')}>
      <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-sm tabular-nums">
        <caption className="sr-only">{t('plan')}</caption>
        <Head weekStart={weekStart} />
        <tbody>
          {weeksOf(month, weekStart).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) => (
                <td key={day ?? column} className="h-14 align-top">
                  {day && <Day day={day} prices={days.get(day)} sheets={sheets} letters={letters} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!isOld && days.size === 0 && <p className="py-3 text-sm text-soft">{t('planEmpty')}</p>}
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-sm text-soft">
        {shown.map((sheet) => (
          <li key={sheet.id} className="flex items-center gap-2">
            <SheetLetter letter={letters.get(sheet.id) ?? ''} />
            <bdi>{sheet.name}</bdi>
          </li>
        ))}
        {used.has(null) && <li>{t('planUsual')}</li>}
      </ul>
    </div>
  )
}

function Head({ weekStart }: { weekStart: number }) {
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
            {weekdayName(day, locale, 'short')}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type DayProps = Pick<Props, 'sheets' | 'letters'> & { day: string; prices: AppliedPrice[] | undefined }

function Day({ day, prices, sheets, letters }: DayProps) {
  const format = useFormat()
  const currency = useSession()?.properties.currency ?? 'USD'
  const date = <span className="text-xs text-faint">{Number(day.slice(8))}</span>
  if (!prices) return <div className="h-full rounded-md bg-sunken/40 p-1">{date}</div>
  const isMixed = prices.length > 1
  return (
    <div className="flex h-full flex-col items-center gap-0.5 rounded-md bg-sunken p-1">
      {date}
      {prices.map(({ price, sheet, times }) => {
        const letter = sheet === null ? undefined : letters.get(sheet)
        const name = sheets.find((one) => one.id === sheet)?.name
        const told = [name, isMixed && times.map(format.time).join(', ')].filter(Boolean).join(': ')
        return (
          <span key={`${sheet}-${price}`} title={told || undefined} className="flex flex-wrap justify-center gap-x-1">
            {letter && <SheetLetter letter={letter} />}
            <span className={cx('max-sm:text-[11px] max-sm:tracking-tighter', letter ? 'font-semibold' : 'text-soft')}>
              {format.moneyShort(price, currency)}
            </span>
            {told && <span className="sr-only">{told}</span>}
          </span>
        )
      })}
    </div>
  )
}
