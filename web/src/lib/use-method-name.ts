'use client'
import { useTranslations } from 'use-intl'

const methods = [
  'card',
  'card_present',
  'wallet',
  'cash',
  'check',
  'wire',
  'bank_transfer',
  'gift_card',
  'credit',
  'voucher',
  'external',
  'reseller_account',
  'ota_prepaid',
  'other',
] as const

/** How something was paid, in the reader's language. */
export function useMethodName() {
  const t = useTranslations('money')
  return (slug: string) => {
    const known = methods.find((one) => one === slug)
    return known ? t(`method_${known}`) : slug.replaceAll('_', ' ')
  }
}
