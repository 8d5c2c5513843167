'use client'
import { useTranslations } from 'use-intl'
import type { Reseller } from '@/api/models'
import { useFormat } from '@/lib/use-format'
import type { NamedField } from './history'
import { usePercent, useValueName } from './use-words'

const agentStates = ['invited', 'active', 'disabled'] as const

/** A value of a reseller's log as the reader writes it: shares in per cent, amounts in the reseller's currency. */
export function useHistoryValue({ currency }: Pick<Reseller, 'currency'>) {
  const t = useTranslations('resellers')
  const format = useFormat()
  const percent = usePercent()
  const valueName = useValueName()
  return (field: NamedField, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'number') {
      if (field.endsWith('_ppm')) return percent(value)
      if (field.endsWith('_amount') || field === 'topup_balance') return format.money(value, currency)
      return format.number(value)
    }
    const text = String(value)
    const agent = field === 'status' ? agentStates.find((one) => one === text) : undefined
    return valueName(field, text) ?? (agent ? t(`agent_${agent}`) : text)
  }
}
