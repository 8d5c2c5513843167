'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SimpleTable } from '@/components/ui/simple-table'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Invoice, InvoiceLine } from '@/components/invoices/api'
import { linesOf, whyKept } from '@/components/invoices/model'
import { InvoiceTotals } from './invoice-totals'
import { LineRow, RemoveButton, TripName } from './line-parts'

const RemoveTripDialog = late(() => import('./remove-trip-dialog').then((file) => file.RemoveTripDialog))

/** What is billed for which trip, what was put right of earlier invoices, and what it comes to. */
export function InvoiceLines({ invoice, isNarrow = false }: { invoice: Invoice; isNarrow?: boolean }) {
  const t = useTranslations('invoices')
  const [leaving, setLeaving] = useState<InvoiceLine | null>(null)
  const { fresh, changed } = linesOf(invoice.trips)
  const Lines = isNarrow ? List : Table
  return (
    <div className="space-y-4">
      {fresh.length > 0 && <Lines label={t('lines')} lines={fresh} invoice={invoice} onRemove={setLeaving} />}
      {changed.length > 0 && (
        <div>
          <h4 className="font-medium">{t('adjustments')}</h4>
          <p className="mb-1 text-sm text-faint text-pretty">{t('adjustmentsText')}</p>
          <Lines label={t('adjustments')} lines={changed} invoice={invoice} onRemove={setLeaving} />
        </div>
      )}
      {invoice.trips.length === 0 && <p className="text-soft">{t('noLines')}</p>}
      <InvoiceTotals invoice={invoice} />
      {leaving && <RemoveTripDialog invoice={invoice} line={leaving} onClose={() => setLeaving(null)} />}
    </div>
  )
}

type LinesProps = { label: string; lines: InvoiceLine[]; invoice: Invoice; onRemove: (line: InvoiceLine) => void }

const mayLeave = (invoice: Invoice, line: InvoiceLine) => {
  const why = whyKept(invoice, line)
  return why === null || why === 'discount'
}

function List({ label, lines, invoice, onRemove }: LinesProps) {
  const mayManage = useCan('invoice.manage')
  return (
    <ul aria-label={label} className="divide-y">
      {lines.map((line) => (
        <li key={line.id} className="flex items-start gap-1 py-2">
          <LineRow line={line} currency={invoice.currency} />
          {mayManage && mayLeave(invoice, line) && <RemoveButton line={line} onPress={() => onRemove(line)} />}
        </li>
      ))}
    </ul>
  )
}

function Table({ label, lines, invoice, onRemove }: LinesProps) {
  const t = useTranslations('invoices')
  const mayManage = useCan('invoice.manage')
  const isRemovable = mayManage && lines.some((line) => mayLeave(invoice, line))
  const money = (id: string, name: string) => ({ id, name, align: 'end' as const })
  const columns = [
    { id: 'trip', name: t('trip'), isRowHeader: true },
    money('gross', t('gross')),
    money('commission', t('commission')),
    money('tax', t('tax')),
    money('net', t('net')),
    ...(isRemovable ? [{ id: 'remove', name: t('removeTrip'), isNameHidden: true, align: 'end' as const }] : []),
  ]
  return (
    <SimpleTable
      label={label}
      columns={columns}
      rows={lines}
      phone={(line) => (
        <span className="-mx-2 flex items-start gap-1">
          <LineRow line={line} currency={invoice.currency} />
          {mayManage && mayLeave(invoice, line) && <RemoveButton line={line} onPress={() => onRemove(line)} />}
        </span>
      )}
      cell={(line, column) => (
        <Cell
          line={line}
          column={column}
          invoice={invoice}
          onRemove={mayLeave(invoice, line) ? () => onRemove(line) : undefined}
        />
      )}
    />
  )
}

type CellProps = { line: InvoiceLine; column: string; invoice: Invoice; onRemove?: () => void }

function Cell({ line, column, invoice, onRemove }: CellProps) {
  const format = useFormat()
  const money = (amount: number) => format.money(amount, invoice.currency)
  switch (column) {
    case 'trip':
      return <TripName line={line} />
    case 'gross':
      return money(line.gross_amount)
    case 'commission':
      // A partner who owes keeps it: it is taken off what guests paid. One who is owed gets it.
      return money(invoice.direction === 'receivable' ? -line.commission_amount : line.commission_amount)
    case 'tax':
      return money(line.tax_amount)
    case 'net':
      return <strong className="font-semibold">{money(line.net_amount)}</strong>
    default:
      return onRemove && <RemoveButton line={line} onPress={onRemove} />
  }
}
