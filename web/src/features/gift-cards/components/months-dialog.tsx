'use client'
import { useTranslations } from 'use-intl'
import { LineChart } from '@/components/charts/line-chart'
import { Dialog } from '@/components/ui/dialog'
import { SimpleTable } from '@/components/ui/simple-table'
import { currencyDigits } from '@/lib/money'
import { dateFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import type { CardFigures } from '../api'

type Month = CardFigures['months'][number]

const columns = ['month', 'sold', 'granted', 'applied', 'returned', 'gone', 'outstanding'] as const

/** How what is owed came about: what was sold, spent, given back and ran out, month by month. */
export function MonthsDialog({ figures, onClose }: { figures: CardFigures; onClose: () => void }) {
  const t = useTranslations('giftCards')
  const format = useFormat()
  const { currency, months } = figures
  const money = (amount: number) => format.money(amount, currency)
  const name = (month: string) =>
    dateFormat(format.locale, { timeZone: 'UTC', month: 'short', year: '2-digit' }).format(new Date(month))
  const newest = [...months].reverse()
  return (
    <Dialog title={t('byMonth')} isOpen onClose={onClose} size="xl">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <LineChart
          label={t('chartLabel')}
          labels={months.map((one) => name(one.month))}
          series={[
            { id: 'purchased', name: t('owed'), values: months.map((one) => one.outstanding_purchased) },
            { id: 'promo', name: t('given'), values: months.map((one) => one.outstanding_promo), isBefore: true },
          ]}
          format={(amount) => format.moneyShort(amount, currency)}
          unit={10 ** currencyDigits(currency)}
        />
        <SimpleTable
          label={t('byMonth')}
          columns={columns.map((id) => ({
            id,
            name: t(`month_${id}`),
            align: id === 'month' ? undefined : ('end' as const),
            isRowHeader: id === 'month',
          }))}
          rows={newest}
          rowKey={(row) => row.month}
          cell={(row, column) => (column === 'month' ? name(row.month) : money(cellOf(row, column)))}
        />
      </div>
    </Dialog>
  )
}

function cellOf(row: Month, column: string): number {
  // Nothing is nothing, not minus nothing.
  if (column === 'gone') return 0 - row.expired - row.voided
  if (column === 'applied') return 0 - row.applied
  if (column === 'outstanding') return row.outstanding_purchased
  return row[column as 'sold' | 'granted' | 'returned']
}
