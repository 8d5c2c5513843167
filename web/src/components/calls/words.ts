'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { formatPhone } from '@/lib/phone'
import { outsideNumber } from './model'
import type { CallRow } from './types'

/** What calls are called: who it was with, and what became of it. */
export function useCallWords() {
  const t = useTranslations('callLines')
  return useMemo(
    () => ({
      who: (call: CallRow) => call.customer?.name || call.caller_name || number(call) || t('withheld'),
      number,
      status: (call: CallRow) => t(`status_${call.status}`),
      direction: (call: CallRow) => t(`direction_${call.direction}`),
      outcome: (outcome: NonNullable<CallRow['outcome']>) => t(`outcome_${outcome}`),
    }),
    [t],
  )
}

const number = (call: CallRow) => {
  const found = outsideNumber(call)
  return found && formatPhone(found)
}
