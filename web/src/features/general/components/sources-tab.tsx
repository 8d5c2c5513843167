'use client'
import { Megaphone } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TabProps } from './types'
import { WordsTab } from './words-tab'

const known = ['google', 'social', 'hotel', 'friend', 'repeat', 'walk_by', 'other'] as const
const shipped: Record<string, string> = {
  google: 'Google',
  social: 'Social media',
  hotel: 'Hotel or concierge',
  friend: 'Friends or family',
  repeat: 'Has been here before',
  walk_by: 'Walked by',
  other: 'Other',
}

/** Where guests heard of the operator. */
export default function SourcesTab({ general }: TabProps) {
  const t = useTranslations('general')
  const slugs = new Map(general.sources.map((source) => [source.id, source.slug]))
  return (
    <WordsTab
      list="sources"
      items={general.sources}
      icon={<Megaphone aria-hidden />}
      nameOf={(row) => {
        const slug = known.find((one) => one === slugs.get(row.id))
        // A shipped source that was renamed keeps the operator's own word.
        return slug && shipped[slug] === row.name ? t(`source_${slug}`) : row.name
      }}
    />
  )
}
