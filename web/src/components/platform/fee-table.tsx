'use client'
import type { TripFee } from '@/api/billing-models'
import { SimpleTable } from '@/components/ui/simple-table'
import { useFormat } from '@/lib/use-format'

type Names = Record<'trip' | 'reserved' | 'due' | 'waived' | 'collected' | 'open', string>
type Props = { label: string; names: Names; fees: TripFee[]; empty: string }

const left = (row: TripFee) => row.expected - row.waived - row.collected_at_gateway

/** Fees by booking: what is due, what was waived or taken with payments, and what statements ask for. */
export function FeeTable({ label, names, fees, empty }: Props) {
  const format = useFormat()
  const money = (row: TripFee, amount: number) => format.money(amount, row.currency)
  const columns = [
    { id: 'trip', name: names.trip, isRowHeader: true },
    { id: 'reserved', name: names.reserved },
    { id: 'due', name: names.due, align: 'end' as const },
    { id: 'waived', name: names.waived, align: 'end' as const },
    { id: 'collected', name: names.collected, align: 'end' as const },
    { id: 'open', name: names.open, align: 'end' as const },
  ]
  const cell = (row: TripFee, column: string) => {
    if (column === 'trip') return <span className="font-medium">{row.confirmation_code}</span>
    if (column === 'reserved') return format.day(row.reserved_at.slice(0, 10), 'medium')
    if (column === 'due') return money(row, row.expected)
    if (column === 'waived') return money(row, row.waived)
    if (column === 'collected') return money(row, row.collected_at_gateway)
    return money(row, left(row))
  }
  return (
    <SimpleTable
      label={label}
      columns={columns}
      rows={fees}
      cell={cell}
      phone={(row) => <PhoneRow row={row} open={names.open} />}
      empty={<p className="text-faint">{empty}</p>}
    />
  )
}

function PhoneRow({ row, open }: { row: TripFee; open: string }) {
  const format = useFormat()
  return (
    <div className="flex items-baseline justify-between gap-3">
      <div>
        <p className="font-medium">{row.confirmation_code}</p>
        <p className="text-sm text-soft">{format.day(row.reserved_at.slice(0, 10), 'medium')}</p>
      </div>
      <div className="text-end tabular-nums">
        <p>{format.money(row.expected, row.currency)}</p>
        <p className="text-sm text-soft">
          {open}: {format.money(left(row), row.currency)}
        </p>
      </div>
    </div>
  )
}
