'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Departure } from '@/api/models'
import { Button, IconButton } from '@/components/ui/button'
import { DayPopover } from '@/components/ui/day-popover'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { addDays, dayIn } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { byDay, departuresQuery, SPAN } from '../../departures'
import { useTrip } from '../../trip-context'
import { DepartureChip } from './departure-chip'

type Props = {
  experience: number
  /** How many seats are needed. */
  party: number
  /** The departure the guests are on now. */
  current: number | null
  value: number | null
  onChange: (slot: Departure) => void
  firstDay: string
  onFirstDay: (day: string) => void
  /** Sell beyond the seats. */
  isOver: boolean
}

/** The departures of a week, day under day, with the seats that are left: one press chooses. */
export function DepartureChooser({ experience, firstDay, onFirstDay, ...props }: Props) {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const { data, error, isPlaceholderData } = useQuery(departuresQuery(experience, firstDay))
  return (
    <div>
      <Week firstDay={firstDay} onChange={onFirstDay} />
      {error && <p className="py-4 text-sm text-bad">{errorText(error)}</p>}
      {!data && !error && <Skeleton className="h-64" />}
      {data && (
        <div role="radiogroup" aria-label={t('departures')} aria-busy={isPlaceholderData} className="divide-y">
          {byDay(isPlaceholderData ? [] : data, firstDay).map(({ day, slots }) => (
            <Day key={day} day={day} slots={slots} {...props} />
          ))}
        </div>
      )}
    </div>
  )
}

function Week({ firstDay, onChange }: { firstDay: string; onChange: (day: string) => void }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const today = dayIn(useTrip().zone)
  const lastDay = addDays(firstDay, SPAN - 1)
  return (
    <div className="flex items-center gap-1 pb-1">
      <IconButton label={t('weekBefore')} onPress={() => onChange(addDays(firstDay, -SPAN))} className="-ms-2">
        <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
      </IconButton>
      <DayPopover label={t('goToDay')} value={firstDay} today={today} onChange={onChange}>
        <Button size="sm" look="quiet" className="grow tabular-nums">
          <CalendarDays aria-hidden className="size-4" />
          {format.day(firstDay, 'short')} – {format.day(lastDay, 'short')}
        </Button>
      </DayPopover>
      <IconButton label={t('weekAfter')} onPress={() => onChange(addDays(firstDay, SPAN))} className="-me-2">
        <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
      </IconButton>
    </div>
  )
}

type DayProps = Pick<Props, 'party' | 'current' | 'value' | 'onChange' | 'isOver'> & { day: string; slots: Departure[] }

function Day({ day, slots, ...props }: DayProps) {
  const t = useTranslations('trip')
  const format = useFormat()
  return (
    <div className="flex gap-3 py-2">
      <p className="w-24 shrink-0 pt-2.5 text-sm font-medium first-letter:uppercase">{format.day(day, 'short')}</p>
      {slots.length === 0 ? (
        <p className="pt-2.5 text-sm text-faint">{t('noDeparture')}</p>
      ) : (
        <div className="flex min-w-0 flex-wrap gap-2">
          {slots.map((slot) => (
            <DepartureChip key={slot.id} slot={slot} {...props} />
          ))}
        </div>
      )}
    </div>
  )
}
