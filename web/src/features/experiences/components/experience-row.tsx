'use client'
import { CalendarPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ExperienceRow } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { cx } from '@/components/ui/cx'
import { AppLink } from '@/lib/app-link'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { Photograph } from './photograph'
import { RowMenu } from './row-menu'
import { StatusBadge } from './status-badge'

/** One experience of the list; the row opens it, the button goes straight to its times. */
export function ExperienceRowItem({ experience }: { experience: ExperienceRow }) {
  const t = useTranslations('experiences')
  const params = { experience: String(experience.id) }
  const mayEdit = useCan('setup.experiences')
  const hasTimes = experience.timeslots_30d_cnt > 0
  return (
    <div className="relative flex gap-4 rounded-md py-1.5 hover:bg-sunken/50 sm:items-center sm:py-2">
      <Photograph experience={experience} />
      <div className="min-w-0 grow sm:flex sm:items-center sm:gap-6">
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Name experience={experience} mayEdit={mayEdit} />
            <StatusBadge status={experience.status} />
          </div>
          <Facts experience={experience} />
        </div>
        {mayEdit && (
          <AppLink
            to="experienceAvailability"
            params={params}
            prefetch={false}
            className={cx(buttonClass(hasTimes ? 'secondary' : 'primary', 'sm'), 'relative mt-3 sm:mt-0')}
          >
            <CalendarPlus aria-hidden className="size-4" />
            {t('addTimes')}
          </AppLink>
        )}
      </div>
      {mayEdit && <RowMenu experience={experience} />}
    </div>
  )
}

function Name({ experience, mayEdit }: { experience: ExperienceRow; mayEdit: boolean }) {
  if (!mayEdit) return <span className="font-semibold">{experience.name}</span>
  return (
    <AppLink
      to="experienceEdit"
      params={{ experience: String(experience.id) }}
      prefetch={false}
      className="font-semibold text-pretty after:absolute after:inset-0"
    >
      {experience.name}
    </AppLink>
  )
}

function Facts({ experience }: { experience: ExperienceRow }) {
  const t = useTranslations('experiences')
  const format = useFormat()
  const currency = useSession()?.properties.currency
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft tabular-nums">
      {currency && experience.min_price !== null && (
        <span>{t('from', { price: format.moneyShort(experience.min_price, currency) })}</span>
      )}
      <span>
        {t('duration', {
          hours: Math.floor(experience.duration_minutes / 60),
          minutes: experience.duration_minutes % 60,
        })}
      </span>
      <span>{experience.default_capacity ? t('seats', { count: experience.default_capacity }) : t('noLimit')}</span>
      {experience.next_available_date ? (
        <span>
          {t('next', { day: format.day(experience.next_available_date, 'short') })}
          <span className="text-faint"> · {t('slots30', { count: experience.timeslots_30d_cnt })}</span>
        </span>
      ) : (
        <Badge tone="warn">{t('noTimes')}</Badge>
      )}
    </div>
  )
}
