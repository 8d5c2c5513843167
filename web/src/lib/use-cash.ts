'use client'
import { useTranslations } from 'use-intl'
import { useSession } from './session'
import { useFormat } from './use-format'

/** What cash of a currency is rounded to here, in minor units; 0 is not at all. */
export function useCashStep(currency: string): number {
  const session = useSession()
  return session?.properties.currency === currency ? session.cash_step : 0
}

/** Words for what changes hands in cash where coins cannot pay an amount; null where they can. */
export function useInCash() {
  const t = useTranslations('common')
  const format = useFormat()
  return (currency: string, amount: number, rounding: number) =>
    rounding === 0
      ? null
      : t('inCash', { amount: format.money(amount + rounding, currency), rounding: format.money(rounding, currency) })
}
