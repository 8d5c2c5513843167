'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'

export function PluginState({ isOn }: { isOn: boolean }) {
  const t = useTranslations('plugins')
  return <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? t('on') : t('off')}</Badge>
}

const categories = ['payment', 'channel', 'messaging', 'telephony', 'crm', 'operations'] as const

/** The name of a kind of plugin in the reader's language. */
export function useCategory() {
  const t = useTranslations('plugins')
  return (slug: string) => t(`category_${categories.find((one) => one === slug) ?? 'operations'}`)
}
