'use client'
import { useTranslations } from 'use-intl'

const methods = ['card', 'cash', 'bank_transfer', 'gift_card', 'check', 'other'] as const

/** How something was paid, in the reader's language. */
export function useMethodName() {
  const t = useTranslations('trip')
  return (slug: string) => {
    const known = methods.find((one) => one === slug)
    return known ? t(`method_${known}`) : slug.replaceAll('_', ' ')
  }
}
