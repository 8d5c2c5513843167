'use client'
import { useTranslations } from 'use-intl'
import type { CallRow } from '@/components/calls/types'

export const providers = ['manual', 'ai'] as const

/** Who told of a call: staff, a voice agent, or a provider by its own name. */
export function Provider({ row }: { row: Pick<CallRow, 'provider'> }) {
  const t = useTranslations('calls')
  const known = providers.find((one) => one === row.provider)
  if (known) return t(`provider_${known}`)
  return row.provider === 'callrail' ? 'CallRail' : row.provider === 'dialpad' ? 'Dialpad' : row.provider
}
