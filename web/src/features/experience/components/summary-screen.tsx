'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { ExperienceFull } from '@/api/models'
import { KeyValues } from '@/components/ui/key-values'
import { Card } from '@/components/ui/page-header'
import { Picture } from '@/components/ui/picture'
import { addDays, dayIn } from '@/lib/dates'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { WarmLink } from '@/lib/warm-link'
import { departuresQuery } from '../api'
import { daysOf } from '../days'
import { readiness } from '../readiness'
import { capacityTypes } from '../basics'
import { guestName } from '../guest-name'
import { DayRow } from './day-row'
import { ExperienceFrame } from './frame'

/** One experience at a glance: can it be sold, what is sold, what it is. */
export function SummaryScreen() {
  return (
    <ExperienceFrame page="experienceSummary">
      {(experience) => (
        <div className="grid items-start gap-5 lg:grid-cols-[1fr_20rem]">
          <div className="space-y-5">
            <Hero experience={experience} />
            <Facts experience={experience} />
          </div>
          <div className="space-y-5">
            <Readiness experience={experience} />
            <Week experience={experience} />
          </div>
        </div>
      )}
    </ExperienceFrame>
  )
}

type Props = { experience: ExperienceFull }

function Hero({ experience: { hero, hero_image, name } }: Props) {
  const url = hero?.url ?? hero_image
  if (!url) return null
  return (
    <Picture
      url={url}
      alt={hero?.alt ?? name}
      sizes="(min-width: 64rem) 44rem, 100vw"
      className="aspect-[21/9] w-full rounded-xl"
      isFirst
    />
  )
}

function Facts({ experience }: Props) {
  const t = useTranslations('experience')
  const ts = useTranslations('experiences')
  const format = useFormat()
  const currency = useSession()?.properties.currency
  const minutes = experience.duration_minutes
  const type = capacityTypes.find((one) => one === experience.capacity_type.slug)
  return (
    <Card title={t('facts')}>
      <KeyValues
        rows={[
          [ts('short'), experience.short_description],
          [t('duration'), ts('duration', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })],
          [
            ts('prices'),
            currency && (
              <ul>
                {experience.customerTypes.map((guest) => (
                  <li key={guest.id} className="tabular-nums">
                    <bdi>{guestName(guest)}</bdi> {format.money(guest.base_price, currency)}
                  </li>
                ))}
              </ul>
            ),
          ],
          [
            t('capacity'),
            experience.default_capacity === null
              ? type && t(`capacity_${type}`)
              : t('seatsEach', { count: experience.default_capacity }),
          ],
          [t('party'), `${format.number(experience.min_pax)} – ${format.number(experience.max_pax)}`],
          [ts('meeting'), experience.meeting_point],
          [t('part_addons'), format.list(experience.addons.filter((one) => !one.is_archived).map((one) => one.name))],
        ]}
      />
    </Card>
  )
}

function Readiness({ experience }: Props) {
  const t = useTranslations('experience')
  const locale = useLocale()
  const isEditor = useCan('setup.experiences')
  return (
    <Card title={t('ready')}>
      <ul className="-my-2">
        {readiness(experience, locale).map(({ id, isDone, href }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 text-sm">
            {isDone ? (
              <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
            ) : (
              <CircleAlert aria-hidden className="size-5 shrink-0 text-warn" />
            )}
            {isDone || !isEditor ? (
              <span>{t(isDone ? `done_${id}` : `todo_${id}`)}</span>
            ) : (
              <WarmLink href={href} className="font-medium underline-offset-2 hover:underline">
                {t(`todo_${id}`)}
              </WarmLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Week({ experience }: Props) {
  const t = useTranslations('experience')
  const today = dayIn(useSession()?.properties.time_zone ?? 'UTC')
  const { data } = useQuery(departuresQuery(experience.id, today, addDays(today, 6)))
  return (
    <Card title={t('nextDays')}>
      {data && data.length === 0 && <p className="text-soft">{t('noneSoon')}</p>}
      <ul className="-my-2.5 divide-y">
        {data && daysOf(data).map(([day, slots]) => <DayRow key={day} day={day} slots={slots} />)}
      </ul>
    </Card>
  )
}
