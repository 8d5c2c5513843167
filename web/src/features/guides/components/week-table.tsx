'use client'
import { useTranslations } from 'use-intl'
import type { GuideRow } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import { DayCell } from './day-cell'
import { GuideHead } from './guide-head'
import { useGuideDays } from './use-guide-days'

/** Guides and the days of a week: departures with what collides, hours against the limit, days off. */
export function WeekTable({ guides, today }: { guides: GuideRow[]; today: string }) {
  const t = useTranslations('guides')
  const daysOf = useGuideDays()
  return (
    <div className="overflow-x-auto rounded-xl border bg-surface">
      <table aria-label={t('title')} className="w-full min-w-5xl table-fixed border-collapse">
        <Head days={guides[0]?.days.map((day) => day.date) ?? []} today={today} />
        <tbody className="divide-y">
          {guides.map((guide) => (
            <tr key={guide.id}>
              <th scope="row" className="px-4 py-3 text-start align-top font-normal">
                <GuideHead guide={guide} />
              </th>
              {daysOf(guide).map((day) => (
                <td key={day.date} className="h-px border-s p-0 align-top">
                  <DayCell guide={guide} day={day} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ days, today }: { days: string[]; today: string }) {
  const t = useTranslations('guides')
  const format = useFormat()
  return (
    <thead>
      <tr className="border-b">
        <th scope="col" className="w-56 px-4 py-2 text-start text-xs font-medium text-faint">
          {t('guide')}
        </th>
        {days.map((day) => (
          <th
            key={day}
            scope="col"
            aria-current={day === today ? 'date' : undefined}
            className={cx(
              'border-s px-2 py-2 text-start text-xs font-medium tabular-nums',
              day === today ? 'bg-accent-wash text-accent' : 'text-soft',
            )}
          >
            {format.day(day, 'short')}
          </th>
        ))}
      </tr>
    </thead>
  )
}
