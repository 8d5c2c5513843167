'use client'
import { CalendarPlus, ListChecks } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ExperienceFull } from '@/api/models'
import { BlackoutsCard } from '@/components/blackouts/blackouts-card'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/page-header'
import { EmptyState } from '@/components/ui/states'
import { DeparturesBoard } from '@/features/availability/components/departures-board'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { ExperienceFrame } from './frame'
import { RuleRow } from './rule-row'

/** The calendar of an experience's departures, and the rules that make them. */
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
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
            <DeparturesBoard experience={experience} />
            <div className="space-y-5">
              <Rules experience={experience} />
              <BlackoutsCard kind="experience" id={experience.id} />
            </div>
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
  const ta = useTranslations('availability')
  const isEditor = useCan('setup.experiences')
  return (
    <Card title={t('rules')}>
      <ul className="-my-3 divide-y">
        {experience.availabilities.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
      {isEditor && experience.availabilities.length > 1 && (
        <AppLink
          to="bulkEdit"
          params={{}}
          query={`experience=${experience.id}`}
          className={`${buttonClass('secondary', 'sm')} mt-5`}
        >
          <ListChecks aria-hidden className="size-4" />
          {ta('changeSeveral')}
        </AppLink>
      )}
    </Card>
  )
}
