'use client'
import { useTranslations } from 'use-intl'
import type { Lookup } from '@/api/models'

const builtIn = ['owner', 'manager', 'reservations_agent', 'analyst', 'guide', 'reseller_agent'] as const

/** A role's name: ours in the reader's language, the operator's own as it was written. */
export function useRoleName(): (role: Lookup) => string {
  const t = useTranslations('common')
  return (role) => {
    const slug = builtIn.find((one) => one === role.slug)
    return slug ? t(`role_${slug}`) : role.name
  }
}
