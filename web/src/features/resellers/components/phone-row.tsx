'use client'
import { useTranslations } from 'use-intl'
import type { ResellerRow } from '@/api/models'
import { dotted } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { useRateWords, useValueName } from '../use-words'
import { StatusBadge } from './status-badge'

/** A reseller in two lines: who and what they sold; what they are and get, and what they owe. */
export function PhoneRow({ row }: { row: ResellerRow }) {
  const t = useTranslations('resellers')
  const format = useFormat()
  const valueName = useValueName()
  const rateWords = useRateWords()
  const owes = t('owes', { amount: format.money(row.owed_amount, row.currency) })
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <bdi className="truncate">{row.name}</bdi>
          {row.status !== 'active' && <StatusBadge status={row.status} />}
        </span>
        {row.sold_amount > 0 && (
          <span className="shrink-0 tabular-nums">{format.money(row.sold_amount, row.currency)}</span>
        )}
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-faint">
        <span className="truncate">
          {dotted([valueName('reseller_type', row.reseller_type), rateWords(row, row.currency)])}
        </span>
        {row.late_amount > 0 ? (
          <span className="shrink-0 font-medium text-bad">
            {t('lateBy', { amount: format.money(row.late_amount, row.currency) })}
          </span>
        ) : (
          row.owed_amount > 0 && <span className="shrink-0">{owes}</span>
        )}
      </span>
    </span>
  )
}
