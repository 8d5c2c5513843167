'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ExperienceFull } from '@/api/models'
import { buttonClass } from '@/components/ui/button-class'
import { KeyValues } from '@/components/ui/key-values'
import { restrictionsQuery } from '@/features/experience/api'
import { AppLink } from '@/lib/app-link'

/** `length` says a span of so many minutes, `party` the sizes that are taken. */
type Props = { experience: ExperienceFull; length: (minutes: number) => string; party: string }

/** The terms of an experience, and the way to where they are changed. */
export function TermsList({ experience, length, party }: Props) {
  const t = useTranslations('availability')
  const te = useTranslations('experience')
  const { restriction_id: shared } = experience
  const sets = useQuery({ ...restrictionsQuery, enabled: shared !== null }).data?.restrictions
  return (
    <>
      <p className="text-sm text-pretty text-soft">{t('termsText')}</p>
      <KeyValues
        rows={[
          [te('cutoffOnline'), t('beforeStart', { length: length(experience.cutoff_minutes_online) })],
          [te('cutoffDirect'), t('beforeStart', { length: length(experience.cutoff_minutes_direct) })],
          [te('party'), party],
          [te('sharedTerms'), shared === null ? te('none') : sets?.find((one) => one.id === shared)?.name],
        ]}
      />
      <AppLink
        to="experienceRestriction"
        params={{ experience: String(experience.id) }}
        className={buttonClass('secondary', 'sm')}
      >
        {t('toTerms')}
      </AppLink>
    </>
  )
}
