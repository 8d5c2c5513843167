'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import { numberFormat } from '@/lib/intl'
import { collectTypes, paymentMethods, statuses, types, wayOf, type Rate } from './model'

/** The choices around a reseller, each with its name, and with a note where that says what it means. */
export function useChoices() {
  const t = useTranslations('resellers')
  return {
    types: types.map((id) => ({ id, name: t(`type_${id}`) })),
    collectTypes: collectTypes.map((id) => ({ id, name: t(`collect_${id}`), note: t(`collectNote_${id}`) })),
    paymentMethods: paymentMethods.map((id) => ({ id, name: t(`payment_${id}`) })),
  }
}

/** The name of a value the server has by its slug, by the column it stands in. */
export function useValueName() {
  const t = useTranslations('resellers')
  return useCallback(
    (column: string, slug: string) => {
      const type = types.find((one) => one === slug)
      if (column === 'reseller_type' && type) return t(`type_${type}`)
      const collects = collectTypes.find((one) => one === slug)
      if (column === 'collect_type' && collects) return t(`collect_${collects}`)
      const payment = paymentMethods.find((one) => one === slug)
      if (column === 'payment_method' && payment) return t(`payment_${payment}`)
      const status = statuses.find((one) => one === slug)
      return column === 'status' && status ? t(`status_${status}`) : undefined
    },
    [t],
  )
}

/** A share in per cent, as the reader writes it. */
export function usePercent() {
  const { locale } = useFormat()
  return useCallback(
    (ppm: number) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(ppm / 1_000_000),
    [locale],
  )
}

/** What a reseller gets, in a few words: "15%", "$5.00 per guest", "pays 80% of your price". */
export function useRateWords() {
  const t = useTranslations('resellers')
  const format = useFormat()
  const percent = usePercent()
  return useCallback(
    (rate: Rate, currency: string) => {
      switch (wayOf(rate)) {
        case 'share':
          return percent(rate.commission_ppm ?? 0)
        case 'amount':
          return t('perGuest', { amount: format.money(rate.commission_amount ?? 0, currency) })
        case 'wholesale':
          return t('ofPrice', { share: percent(rate.wholesale_ppm ?? 0) })
        case 'none':
          return t('way_none')
      }
    },
    [t, format, percent],
  )
}
