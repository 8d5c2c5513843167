'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import type { Line } from '../api'
import { kindOf } from '../model'

/** A line of the gateway's books in two lines: whose money, what was left of it. */
export function LinePhoneRow({ row }: { row: Line }) {
  const t = useTranslations('payouts')
  const format = useFormat()
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-center justify-between gap-3">
        <span className="truncate font-medium">{row.trip?.contact_name || t(`kind_${kindOf(row.kind)}`)}</span>
        <span className="shrink-0 font-semibold tabular-nums">{format.money(row.net, row.currency)}</span>
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-faint">
        <span className="truncate">
          {t(`kind_${kindOf(row.kind)}`)} {row.trip?.confirmation_code}
        </span>
        <span className="shrink-0 tabular-nums">
          {t('ofGross', { gross: format.money(row.gross, row.currency), fee: format.money(row.fee, row.currency) })}
        </span>
      </span>
    </span>
  )
}
