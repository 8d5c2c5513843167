'use client'
import { useTranslations } from 'use-intl'
import type { BillingPlan } from '@/api/billing-models'
import { useFormat } from '@/lib/use-format'

/** What a plan costs, in words: by the month or year, and of each booking. */
export function usePlanPrice() {
  const t = useTranslations('billing')
  const format = useFormat()
  return (plan: BillingPlan): string => {
    const parts: string[] = []
    if (plan.price > 0) {
      const price = format.moneyShort(plan.price, plan.currency)
      parts.push(plan.interval === 'year' ? t('perYear', { price }) : t('perMonth', { price }))
    }
    const share = plan.fee_ppm > 0 ? `${format.number(plan.fee_ppm / 10_000)}%` : ''
    const fixed = plan.fee_fixed > 0 ? format.money(plan.fee_fixed, plan.currency) : ''
    const fee = [share, fixed].filter(Boolean).join(' + ')
    if (fee) {
      parts.push(
        plan.fee_cap === null
          ? t('perBooking', { fee })
          : t('perBookingCapped', { fee, cap: format.money(plan.fee_cap, plan.currency) }),
      )
    }
    return parts.length > 0 ? parts.join(' + ') : t('free')
  }
}
