'use client'
import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AvailabilityRule } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { weekdayName, weekOrder } from '@/features/experiences/rule'
import { AppLink } from '@/lib/app-link'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { exists } from '@/routes'

/** One rule in words; it opens where rules are edited. */
export function RuleRow({ rule }: { rule: AvailabilityRule }) {
  const isOpenable = useCan('timeslot.edit') && exists('availabilityEdit')
  const words = <RuleWords rule={rule} />
  return (
    <li className="py-3">
      {isOpenable ? (
        <AppLink
          to="availabilityEdit"
          params={{ experienceTimeslot: String(rule.id) }}
          className="-mx-2 flex items-center gap-3 rounded-md px-2 py-1 hover:bg-sunken"
        >
          {words}
          <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
        </AppLink>
      ) : (
        words
      )}
    </li>
  )
}

function RuleWords({ rule }: { rule: AvailabilityRule }) {
  const t = useTranslations('experience')
  const format = useFormat()
  const weekStart = useSession()?.properties.week_start ?? 1
  const days = weekOrder(weekStart).filter((day) => rule.weekdays.includes(day))
  const named = days.map((day) => weekdayName(day, format.locale, 'short'))
  const isInterval = rule.interval_minutes !== null && rule.time_from && rule.time_to
  return (
    <div className="min-w-0 grow">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {days.length === 7 ? t('daily') : format.shortList(named)}
        {rule.status !== 'live' && <Badge>{t(rule.status === 'draft' ? 'ruleDraft' : 'ruleEnded')}</Badge>}
      </p>
      <p className="text-sm text-soft tabular-nums">
        {isInterval
          ? t('everyMinutes', {
              count: rule.interval_minutes ?? 0,
              from: format.time(rule.time_from ?? ''),
              to: format.time(rule.time_to ?? ''),
            })
          : rule.times.map((time) => format.time(time)).join(', ')}
      </p>
      <p className="text-sm text-faint">
        {rule.date_to
          ? t('fromTo', { from: format.day(rule.date_from, 'short'), to: format.day(rule.date_to, 'short') })
          : t('fromOn', { from: format.day(rule.date_from, 'short') })}
        {rule.capacity !== null && ` · ${t('seatsEach', { count: rule.capacity })}`}
        {rule.exclude_dates.length > 0 && ` · ${t('except', { count: rule.exclude_dates.length })}`}
      </p>
    </div>
  )
}
