'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { useErrorText } from '@/components/ui/states'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { methods, statuses } from './model'

/** The operator's zone and the day it is there. */
export function usePlace() {
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return { zone, today: dayIn(zone) }
}

/** The day of an instant where the operator is. */
export function useDayOf() {
  const { zone } = usePlace()
  return useCallback((at: string) => dayIn(zone, new Date(at)), [zone])
}

export function useStatusName() {
  const t = useTranslations('invoices')
  return useCallback(
    (slug: string) => {
      const status = statuses.find((one) => one === slug)
      return status && t(`status_${status}`)
    },
    [t],
  )
}

export function useMethodName() {
  const t = useTranslations('invoices')
  return useCallback((slug: (typeof methods)[number]) => t(`method_${slug}`), [t])
}

const codes = [
  'nothing_to_invoice',
  'credits_exceed_invoice',
  'last_trip',
  'invoice_state',
  'no_billing_email',
  'stale_version',
  'too_many_jobs',
] as const

/** Why something was not done with an invoice, in the reader's words. */
export function useRefusal() {
  const t = useTranslations('invoices')
  const errorText = useErrorText()
  return useCallback(
    (error: unknown): string => {
      const code = error instanceof ApiError ? codes.find((one) => one === error.code) : undefined
      if (code === 'invoice_state') return t('refused_state')
      if (code) return t(`refused_${code}`)
      const told = error instanceof ApiError ? Object.values(error.fields).flat() : []
      return told.join(' ') || errorText(error)
    },
    [t, errorText],
  )
}

/** The same for a code that came without the error, as a job keeps it; null where only the server has words. */
export function useProblemText() {
  const t = useTranslations('invoices')
  return useCallback(
    (code: string): string | null => {
      const known = codes.find((one) => one === code)
      if (!known) return null
      return known === 'invoice_state' ? t('refused_state') : t(`refused_${known}`)
    },
    [t],
  )
}
