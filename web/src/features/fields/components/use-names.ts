'use client'
import { useTranslations } from 'use-intl'
import { kinds, moments, scopes } from '../model'

/** The names of kinds, scopes and moments in the reader's language. */
export function useNames() {
  const t = useTranslations('fields')
  return {
    kind: (slug: string) => t(`kind_${kinds.find((one) => one === slug) ?? 'text'}`),
    scope: (slug: string) => t(`scope_${scopes.find((one) => one === slug) ?? 'booking'}`),
    moment: (slug: string) => t(`ask_${moments.find((one) => one === slug) ?? 'checkout'}`),
  }
}
