'use client'
import { useTranslations } from 'use-intl'
import type { Sample } from './announcements'

/** What stands in an announcement's fields where no departure is meant. */
export function useSample(): Sample {
  const t = useTranslations('announcements')
  return { experience: t('sampleExperience'), place: t('samplePlace') }
}
