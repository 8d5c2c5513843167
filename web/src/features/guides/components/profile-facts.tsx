'use client'
import { useTranslations } from 'use-intl'
import type { GuideRow } from '@/api/models'
import { hoursOf } from '@/components/guides/model'
import { KeyValues } from '@/components/ui/key-values'
import { languageName } from '@/lib/languages'
import { useFormat } from '@/lib/use-format'

/** A guide's profile for those who do not change it. */
export function ProfileFacts({ guide }: { guide: GuideRow }) {
  const t = useTranslations('guides')
  const format = useFormat()
  const limit = guide.max_minutes_per_day
  return (
    <KeyValues
      rows={[
        [t('skills'), format.list(guide.skills)],
        [t('languages'), format.list(guide.languages.map(languageName))],
        [t('limit'), limit === null ? t('noLimit') : t('hours', { hours: format.number(hoursOf(limit)) })],
      ]}
    />
  )
}
