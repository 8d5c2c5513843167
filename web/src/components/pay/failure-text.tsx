'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { useErrorText } from '../ui/states'
import { explain } from './failures'

/** Why money was not taken, in words that can be read out to whoever wanted to pay. */
export function FailureText({ error }: { error: unknown }) {
  const t = useTranslations('pay')
  const errorText = useErrorText()
  const { failure, decline, gift } = explain(error)
  if (decline) return t(`decline_${decline}`)
  if (gift) return t(`gift_${gift}`)
  if (!failure) {
    const wrong = error instanceof ApiError ? Object.values(error.fields).flat() : []
    return wrong.length > 0 ? wrong.join(' ') : errorText(error)
  }
  return t(`failed_${failure}`)
}
