'use client'
import { useTranslations } from 'use-intl'
import type { GuideRow } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import { DayCell } from './day-cell'
import { GuideHead } from './guide-head'
import { useGuideDays } from './use-guide-days'

/** The same week on a narrow screen: guide by guide, the days on which something is. */
export function PhoneWeek({ guides, today }: { guides: GuideRow[]; today: string }) {
  const t = useTranslations('guides')
  const format = useFormat()
  const daysOf = useGuideDays()
  return (
    <ul className="space-y-4">
      {guides.map((guide) => {
        const days = daysOf(guide).filter((day) => day.duties.length > 0 || day.blackouts.length > 0)
        return (
          <li key={guide.id} className="rounded-xl border bg-surface">
            <div className="p-4">
              <GuideHead guide={guide} />
            </div>
            {days.length === 0 && <p className="px-4 pb-4 text-soft">{t('freeWeek')}</p>}
            {days.map((day) => (
              <div key={day.date} className="border-t">
                <h3 className={cx('px-4 pt-2 text-sm font-medium', day.date === today ? 'text-accent' : 'text-soft')}>
                  {format.day(day.date, 'short')}
                </h3>
                <div className="px-2 pb-2">
                  <DayCell guide={guide} day={day} />
                </div>
              </div>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
