'use client'
import { CardStatusBadge } from '@/components/gift-cards/status-badge'
import { useFormat } from '@/lib/use-format'
import type { CardRow } from '../api'

/** A card in two lines: whose it is, what is on it. */
export function PhoneRow({ row }: { row: CardRow }) {
  const format = useFormat()
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-center justify-between gap-3">
        <span className="truncate font-medium">{row.recipient_name || row.recipient_email || row.code_masked}</span>
        <span className="shrink-0 font-semibold tabular-nums">{format.money(row.balance, row.currency)}</span>
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-faint">
        <span className="font-mono">{row.code_masked}</span>
        <CardStatusBadge status={row.status} />
      </span>
    </span>
  )
}
