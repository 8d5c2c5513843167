'use client'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Desk } from '../types'

/** A word of warning once four fifths of the credit are used (domain.md 4.18). */
export function CreditNote({ desk: { credit, currency, reseller } }: { desk: Desk }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const operator = useSession()?.account.name ?? ''
  if (!credit?.is_nearly_used) return null
  const left = Math.max(0, credit.available_amount ?? 0)
  const words = { reseller: reseller.name, operator, amount: format.money(left, currency) }
  return (
    <div className="mb-5">
      <Notice tone="warn">{left > 0 ? t('creditLow', words) : t('creditOut', words)}</Notice>
    </div>
  )
}
