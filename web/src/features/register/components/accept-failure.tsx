'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'

const known = [
  'invalid_credentials',
  'login_exists',
  'already_member',
  'invitation_expired',
  'invitation_used',
  'invitation_not_found',
] as const

/** Why joining did not work, in words for who stands at the door. */
export function AcceptFailure({ error }: { error: Error | null }) {
  const t = useTranslations('register')
  const errorText = useErrorText()
  if (!error || (error instanceof ApiError && error.code === 'validation_failed')) return null
  const code = error instanceof ApiError ? known.find((one) => one === error.code) : undefined
  return <Notice tone="bad">{code ? t(`error_${code}`) : errorText(error)}</Notice>
}
