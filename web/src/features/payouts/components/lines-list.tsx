'use client'
import { useTranslations } from 'use-intl'
import { SimpleTable } from '@/components/ui/simple-table'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import type { Line } from '../api'
import { kindOf } from '../model'
import { usePlace } from '../use-place'
import { LinePhoneRow } from './line-row'

/** The lines of a payout: what came in, what it cost, what was left. */
export function LinesList({ rows }: { rows: Line[] }) {
  const t = useTranslations('payouts')
  const cell = useCell()
  const columns = [
    { id: 'kind', name: t('col_kind'), isRowHeader: true },
    { id: 'trip', name: t('col_trip') },
    { id: 'created_at', name: t('col_created_at') },
    { id: 'gross', name: t('col_gross'), align: 'end' as const },
    { id: 'fee', name: t('col_fee'), align: 'end' as const },
    { id: 'net', name: t('col_net'), align: 'end' as const },
  ]
  return (
    <SimpleTable
      label={t('tab_lines')}
      columns={columns}
      rows={rows}
      cell={cell}
      phone={(row) => <LinePhoneRow row={row} />}
      empty={<p className="text-soft">{t('noLinesTitle')}</p>}
    />
  )
}

function useCell() {
  const t = useTranslations('payouts')
  const format = useFormat()
  const { zone } = usePlace()
  return (row: Line, column: string) => {
    if (column === 'kind') return t(`kind_${kindOf(row.kind)}`)
    if (column === 'created_at') return format.instant(row.created_at, zone)
    if (column === 'gross') return format.money(row.gross, row.currency)
    if (column === 'fee') return format.money(-row.fee, row.currency)
    if (column === 'net') return <strong>{format.money(row.net, row.currency)}</strong>
    if (!row.trip) return row.description || '–'
    return (
      <AppLink
        to="trip"
        params={{ trip: String(row.trip.id), tab: 'payments' }}
        className="underline decoration-line-strong underline-offset-4 hover:text-accent"
      >
        {row.trip.contact_name || row.trip.confirmation_code}
      </AppLink>
    )
  }
}
