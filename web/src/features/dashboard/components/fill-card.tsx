'use client'
import { useTranslations } from 'use-intl'
import type { Dashboard } from '@/api/models'
import { FillBar } from '@/components/ui/fill-bar'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'

type Day = Dashboard['fill'][number]

/** The coming two weeks: how full each day is, and the way to its manifest. */
export function FillCard({ days }: { days: Day[] | undefined }) {
  const t = useTranslations('dashboard')
  if (!days) return <Skeleton className="h-96 rounded-xl" />
  return (
    <Card title={t('fill')}>
      <ul className="-mx-2 -my-2 grid gap-x-6 md:grid-flow-col md:grid-cols-2 md:grid-rows-7">
        {days.map((day) => (
          <DayRow key={day.date} day={day} />
        ))}
      </ul>
    </Card>
  )
}

function DayRow({ day }: { day: Day }) {
  const t = useTranslations('dashboard')
  const format = useFormat()
  return (
    <li>
      <AppLink
        to="manifest"
        params={{}}
        query={`date=${day.date}`}
        prefetch={false}
        className="grid min-h-11 grid-cols-[7rem_1fr] items-center gap-3 rounded-md px-2 text-sm hover:bg-sunken"
      >
        <span className="truncate">{format.day(day.date, 'short')}</span>
        {day.capacity > 0 ? (
          <FillBar booked={day.limited_pax_cnt} held={0} capacity={day.capacity} />
        ) : (
          <span className="text-faint">
            {day.departure_cnt === 0 ? t('noDepartures') : t('guests', { count: day.booked_pax_cnt })}
          </span>
        )}
      </AppLink>
    </li>
  )
}
