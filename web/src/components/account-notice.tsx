'use client'
import { useTranslations } from 'use-intl'
import { useSession } from '@/lib/session'
import { Notice } from './ui/notice'

const stopped = ['past_due', 'suspended', 'closed'] as const

/** Tells everybody who works here that the account is behind, suspended or closed, and what that means. */
export function AccountNotice() {
  const t = useTranslations('shell')
  const status = useSession()?.account.status
  const found = stopped.find((one) => one === status)
  if (!found) return null
  return (
    <div className="px-4 pt-4 md:px-8 print:hidden">
      <Notice tone={found === 'past_due' ? 'warn' : 'bad'}>{t(`account_${found}`)}</Notice>
    </div>
  )
}
