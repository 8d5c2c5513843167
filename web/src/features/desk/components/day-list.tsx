'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { addDays } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { dayQuery } from '../api'
import type { Departure, Desk, Tour, Waiting } from '../types'
import { TourCard } from './tour-card'

type Props = {
  day: string
  desk: Desk
  onDay: (day: string) => void
  onChoose: (tour: Tour, departure: Departure) => void
  onWait: (waiting: Waiting) => void
}

/** Everything that can be sold on a day, experience by experience. */
export function DayList({ day, desk, onDay, onChoose, onWait }: Props) {
  const { data, error, refetch } = useQuery(dayQuery(day))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.experiences.length === 0) return <Nothing day={day} today={desk.today} onDay={onDay} />
  return (
    <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {data.experiences.map((tour) => (
        <li key={tour.id}>
          <TourCard
            tour={tour}
            currency={data.currency}
            onChoose={(departure) => onChoose(tour, departure)}
            onWait={data.is_waitlist_on ? (departure) => onWait({ tour, departure }) : undefined}
          />
        </li>
      ))}
    </ul>
  )
}

function Waiting() {
  return (
    <div aria-busy className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {[0, 1, 2, 3].map((one) => (
        <Skeleton key={one} className="h-40 rounded-xl!" />
      ))}
    </div>
  )
}

function Nothing({ day, today, onDay }: { day: string; today: string; onDay: (day: string) => void }) {
  const t = useTranslations('desk')
  const format = useFormat()
  return (
    <EmptyState
      icon={<CalendarX2 aria-hidden className="size-7" />}
      title={day === today ? t('nothingToday') : t('nothingOn', { day: format.day(day) })}
      text={t('nothingText')}
    >
      <Button onPress={() => onDay(addDays(day, 1))}>{t('nextDay')}</Button>
    </EmptyState>
  )
}
