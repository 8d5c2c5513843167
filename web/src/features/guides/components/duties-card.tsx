'use client'
import { useTranslations } from 'use-intl'
import type { GuideRow } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { useFormat } from '@/lib/use-format'
import { DutyButton, Load } from './day-cell'

/** The departures of a guide in the next weeks, day by day with the hours of each. */
export function DutiesCard({ guide, weeks }: { guide: GuideRow; weeks: number }) {
  const t = useTranslations('guides')
  const format = useFormat()
  const days = guide.days.filter((day) => guide.duties.some((duty) => duty.date === day.date))
  return (
    <Card title={t('duties', { weeks })}>
      {days.length === 0 && <p className="text-soft">{t('noDuties')}</p>}
      <ol className="space-y-4">
        {days.map(({ date, minutes }) => (
          <li key={date}>
            <h3 className="flex items-baseline justify-between gap-3 text-sm font-medium">
              {format.day(date)}
              <Load minutes={minutes} limit={guide.max_minutes_per_day} />
            </h3>
            <div className="mt-1.5 space-y-1.5">
              {guide.duties
                .filter((duty) => duty.date === date)
                .map((duty) => (
                  <DutyButton key={duty.timeslot_id} duty={duty} />
                ))}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
