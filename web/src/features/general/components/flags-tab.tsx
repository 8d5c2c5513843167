'use client'
import { Flag } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import type { TabProps } from './general-screen'
import { WordsTab } from './words-tab'

/** Why trips get flagged for somebody's eye. */
export default function FlagsTab({ general }: TabProps) {
  const t = useTranslations('general')
  return (
    <WordsTab
      list="flags"
      items={general.flags}
      icon={<Flag aria-hidden />}
      after={<Notice tone="info">{t('flagsLater')}</Notice>}
    />
  )
}
