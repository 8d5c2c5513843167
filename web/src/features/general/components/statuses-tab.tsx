'use client'
import { UserCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TabProps } from './types'
import { WordsTab } from './words-tab'

const known = ['not_checked_in', 'checked_in', 'no_show'] as const
const shipped: Record<string, string> = {
  not_checked_in: 'Not checked in',
  checked_in: 'Checked in',
  no_show: 'No show',
}

/** What can be said of a guest on the day. */
export default function StatusesTab({ general }: TabProps) {
  const t = useTranslations('general')
  const slugs = new Map(general.statuses.map((status) => [status.id, status.slug]))
  return (
    <WordsTab
      list="statuses"
      items={general.statuses}
      icon={<UserCheck aria-hidden />}
      nameOf={(row) => {
        const slug = known.find((one) => one === slugs.get(row.id))
        return slug && shipped[slug] === row.name ? t(`status_${slug}`) : row.name
      }}
    />
  )
}
