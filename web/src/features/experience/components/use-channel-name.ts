import { useTranslations } from 'use-intl'
import type { channels } from '../rates'

/** The name of a way of selling in the reader's language. */
export function useChannelName() {
  const t = useTranslations('experience')
  return (slug: (typeof channels)[number]) => t(`method_${slug}`)
}
