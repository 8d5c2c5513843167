'use client'
import { useTranslations } from 'use-intl'
import type { GuideConflict } from '@/api/models'
import { useSpanWords } from '@/components/blackouts/use-words'
import { languageName } from '@/lib/languages'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { hoursOf } from './model'

/** One thing that speaks against a guide, in a sentence. */
export function useConflictWords() {
  const t = useTranslations('guides')
  const format = useFormat()
  const words = useSpanWords()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const at = (instant: string | null) => (instant ? format.instant(instant, zone) : '')
  return (one: GuideConflict): string => {
    switch (one.kind) {
      case 'overlap':
        return t('conflict_overlap', { experience: one.experience_name ?? '', when: at(one.start_at) })
      case 'blackout':
        return t('conflict_blackout', { when: words({ start_at: one.start_at ?? '', end_at: one.end_at ?? '' }) })
      case 'skills':
        return t('conflict_skills', { missing: format.list(one.missing) })
      case 'languages':
        return t('conflict_languages', { missing: format.eitherList(one.missing.map(languageName)) })
      default:
        return t('conflict_daily_limit', {
          hours: format.number(hoursOf(one.minutes ?? 0)),
          limit: format.number(hoursOf(one.limit ?? 0)),
        })
    }
  }
}
