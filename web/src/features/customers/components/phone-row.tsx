'use client'
import { Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomerRow } from '@/api/models'
import { formatPhone } from '@/lib/phone'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useCustomerName } from '../use-names'

/** A customer in two lines: who, how to reach them, how often and for how much. */
export function PhoneRow({ row }: { row: CustomerRow }) {
  const t = useTranslations('customers')
  const format = useFormat()
  const name = useCustomerName()(row)
  const currency = useSession()?.properties.currency ?? 'USD'
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-1.5 font-medium">
          <span className="truncate">{name}</span>
          {row.is_vip && <Star role="img" aria-label={t('vip')} className="size-3.5 shrink-0 fill-current text-warn" />}
        </span>
        <span className="shrink-0 tabular-nums">{format.money(row.lifetime_value_amount, currency)}</span>
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-faint">
        <span className="truncate">{row.email ?? (row.phone && formatPhone(row.phone))}</span>
        <span className="shrink-0">{t('trips', { count: row.trip_cnt })}</span>
      </span>
    </span>
  )
}
