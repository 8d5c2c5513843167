'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import type { Preview } from './types'

/** How much a cancellation hits, in four numbers. */
export function Affected({ preview }: { preview: Preview }) {
  const t = useTranslations('massCancel')
  const format = useFormat()
  const { departures, affected, money } = preview
  const facts = [
    { label: t('departures', { count: departures.length }), value: format.number(departures.length) },
    { label: t('trips', { count: affected.trips }), value: format.number(affected.trips) },
    { label: t('guests', { count: affected.pax }), value: format.number(affected.pax) },
    { label: t('paid'), value: format.moneyShort(money.paid_amount, money.currency) },
  ]
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse rounded-lg bg-sunken px-3 py-2">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
