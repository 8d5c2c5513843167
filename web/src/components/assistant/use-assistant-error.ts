'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { useErrorText } from '@/components/ui/states'

const reasons = ['keys_refused', 'no_budget', 'too_long', 'away'] as const

/** Why there is no proposal, and what to do about it. */
export function useAssistantError(): (error: unknown) => string {
  const t = useTranslations('assistant')
  const errorText = useErrorText()
  return (error) => {
    if (!(error instanceof ApiError)) return errorText(error)
    if (error.code === 'no_proposal') return t('noProposal')
    if (error.code === 'assistant_not_connected') return t('notConnected')
    if (error.code !== 'assistant_away') return errorText(error)
    const reason = reasons.find((one) => one === error.detail.reason)
    return t(reason ? `away_${reason}` : 'away_away')
  }
}
