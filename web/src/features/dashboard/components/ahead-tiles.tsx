'use client'
import { useTranslations } from 'use-intl'
import type { Dashboard } from '@/api/models'
import { AppLink } from '@/lib/app-link'
import { numberFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import { queryOf } from '../reports'
import { Tile } from './today-tiles'

/** What is ahead and how many carts are booked; each figure leads to the report behind it. */
export function AheadTiles({ data }: { data: Dashboard | undefined }) {
  const t = useTranslations('dashboard')
  const format = useFormat()
  if (!data) return null
  const { pace, conversion, currency, reports } = data
  const percent = numberFormat(format.locale, { style: 'percent', maximumFractionDigits: 1 })
  const share = conversion.share_ppm === null ? '–' : percent.format(conversion.share_ppm / 1_000_000)
  return (
    <div className="grid gap-3 sm:grid-cols-2 sm:gap-5">
      <AppLink to="reports" params={{}} query={queryOf(reports.pace)} prefetch={false} className="rounded-xl">
        <Tile title={t('ahead', { days: pace.days })} figure={format.money(pace.sales, currency)} isLink>
          {t('aheadNote', { guests: pace.pax, before: format.money(pace.sales_before, currency) })}
        </Tile>
      </AppLink>
      <AppLink to="reports" params={{}} query={queryOf(reports.conversion)} prefetch={false} className="rounded-xl">
        <Tile title={t('conversion')} figure={share} isLink>
          {t('conversionNote', { sold: conversion.sold_cnt, count: conversion.cart_cnt, days: conversion.days })}
        </Tile>
      </AppLink>
    </div>
  )
}
