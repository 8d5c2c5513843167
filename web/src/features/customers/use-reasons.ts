'use client'
import { useTranslations } from 'use-intl'

const known = ['upcoming_trips', 'balance_due', 'already_anonymised', 'has_trips', 'has_messages', 'merged'] as const

/** Why a customer cannot be anonymised or deleted, in sentences. */
export function useReasons() {
  const t = useTranslations('customers')
  return (codes: string[]) =>
    known
      .filter((one) => codes.includes(one))
      .map((one) => t(`reason_${one}`))
      .join(' ')
}
