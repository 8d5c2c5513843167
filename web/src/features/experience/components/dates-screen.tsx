'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExperienceFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/page-header'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { addDays, dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { departuresQuery } from '../api'
import { daysOf } from '../days'
import { DayRow } from './day-row'
import { ExperienceFrame, Waiting } from './frame'
import { RuleRow } from './rule-row'

const STEP = 14

/** The rules that make departures, and the departures of the next weeks. */
export function DatesScreen() {
  const t = useTranslations('experience')
  return (
    <ExperienceFrame page="experienceDates">
      {(experience) =>
        experience.availabilities.length === 0 ? (
          <EmptyState
            icon={<CalendarPlus aria-hidden className="size-6" />}
            title={t('noDates')}
            text={t('noDatesText')}
          >
            <AddTimes id={experience.id} />
          </EmptyState>
        ) : (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <Rules experience={experience} />
            <Departures experience={experience} />
          </div>
        )
      }
    </ExperienceFrame>
  )
}

function AddTimes({ id }: { id: number }) {
  const t = useTranslations('experiences')
  return (
    <AppLink to="experienceAvailability" params={{ experience: String(id) }} className={buttonClass('primary')}>
      {t('addTimes')}
    </AppLink>
  )
}

function Rules({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experience')
  return (
    <Card title={t('rules')}>
      <ul className="-my-3 divide-y">
        {experience.availabilities.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
    </Card>
  )
}

function Departures({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experience')
  const today = dayIn(useSession()?.properties.time_zone ?? 'UTC')
  const [weeks, setWeeks] = useState(STEP)
  const { data, error, refetch } = useQuery({
    ...departuresQuery(experience.id, today, addDays(today, weeks - 1)),
    placeholderData: (before) => before,
  })
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  const days = daysOf(data)
  return (
    <Card title={t('departures')}>
      {days.length === 0 && <p className="pb-4 text-soft">{t('noneSoon')}</p>}
      <ul className="divide-y">
        {days.map(([day, slots]) => (
          <DayRow key={day} day={day} slots={slots} />
        ))}
      </ul>
      {weeks < 10 * STEP && (
        <Button size="sm" className="mt-4" onPress={() => setWeeks(weeks + STEP)}>
          {t('showMore')}
        </Button>
      )}
    </Card>
  )
}
