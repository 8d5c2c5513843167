'use client'
import { useTranslations } from 'use-intl'
import { dotted } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import type { InvoiceRow } from './api'
import { InvoiceBadge } from './status-badge'

/** An invoice in two lines: whose it is and what is open; its number, when it is due, where it stands. */
export function PhoneRow({ row, isOfOne = false }: { row: InvoiceRow; isOfOne?: boolean }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const isOpen = row.balance > 0 && row.status !== 'void'
  const due = row.due_date && t('dueOn', { day: format.day(row.due_date, 'short') })
  const number = row.number ?? t('draft')
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-center justify-between gap-3">
        <span className="truncate font-medium">{isOfOne ? number : <bdi>{row.reseller.name}</bdi>}</span>
        <span className="shrink-0 font-semibold tabular-nums">
          {format.money(isOpen ? row.balance : row.total_due, row.currency)}
        </span>
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-faint">
        <span className="truncate">{dotted([!isOfOne && number, isOpen && due])}</span>
        <InvoiceBadge row={row} />
      </span>
    </span>
  )
}
