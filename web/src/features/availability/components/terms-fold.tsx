'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { KeyValues } from '@/components/ui/key-values'
import { restrictionsQuery } from '@/features/experience/api'
import { spanOf } from '@/features/experience/span'
import { AppLink } from '@/lib/app-link'
import { numberFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import { Fold } from './fold'
import { useRuleForm } from './rule-form'

const units = { minutes: 'minute', hours: 'hour', days: 'day' } as const

/** How late these departures can be booked: said once for the experience, shown here, changed there. */
export function TermsFold() {
  const t = useTranslations('availability')
  const te = useTranslations('experience')
  const { experience } = useRuleForm()
  const format = useFormat()
  const length = (minutes: number) => {
    const { count, unit } = spanOf(minutes)
    return numberFormat(format.locale, { style: 'unit', unit: units[unit], unitDisplay: 'long' }).format(count)
  }
  const { restriction_id: shared } = experience
  const sets = useQuery({ ...restrictionsQuery, enabled: shared !== null }).data?.restrictions
  const party = `${format.number(experience.min_pax)}–${format.number(experience.max_pax)}`
  return (
    <Fold
      title={te('page_restriction')}
      summary={t('sumTerms', { before: length(experience.cutoff_minutes_online), party })}
    >
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
    </Fold>
  )
}
