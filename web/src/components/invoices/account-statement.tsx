'use client'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DateRangeField } from '@/components/ui/date-range-field'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { addDays } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import { statementQuery, type Statement } from './api'
import { useDayOf, usePlace } from './use-words'
import { AgeingCard } from './ageing'

/** As many days as the server takes by itself. */
const USUAL = 90

/** What a partner owes by how late it is, and every movement of their account over some days. */
export function AccountStatement({ reseller }: { reseller: number }) {
  const t = useTranslations('invoices')
  const { today } = usePlace()
  const [days, setDays] = useState({ start: addDays(today, -USUAL), end: today })
  const { data, error, refetch } = useQuery(statementQuery(reseller, days.start, days.end))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const print = (
    <Button size="sm" className="print:hidden" isDisabled={!data} onPress={() => window.print()}>
      <Printer aria-hidden className="size-4" />
      {t('print')}
    </Button>
  )
  return (
    <>
      {data?.ageing.map((row) => (
        <AgeingCard key={`${row.direction} ${row.currency}`} row={row} />
      ))}
      <Card title={t('statement')} actions={print}>
        <div className="mb-4 max-w-xs print:hidden">
          <DateRangeField
            label={t('days')}
            value={days}
            today={today}
            max={today}
            onChange={(next) => next && setDays(next)}
          />
        </div>
        {data ? <Account statement={data} /> : <Skeleton className="h-48" />}
      </Card>
    </>
  )
}

type Row = Statement['rows'][number]

function Account({ statement }: { statement: Statement }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { currency, opening_balance, closing_balance } = statement
  const opening = t('openingBalance', { day: format.day(statement.date_from, 'medium') })
  const closing = t('closingBalance', { day: format.day(statement.date_to, 'medium') })
  return (
    <div className="space-y-3">
      <Balance name={opening} amount={opening_balance} currency={currency} />
      <Movements statement={statement} />
      <Balance name={closing} amount={closing_balance} currency={currency} isStrong />
    </div>
  )
}

function Movements({ statement }: { statement: Statement }) {
  const t = useTranslations('invoices')
  const locale = useLocale()
  const { currency, rows } = statement
  const columns = [
    { id: 'at', name: t('date') },
    { id: 'what', name: t('movement'), isRowHeader: true },
    { id: 'amount', name: t('amount'), align: 'end' as const },
    { id: 'balance', name: t('balance'), align: 'end' as const },
  ]
  if (rows.length === 0) return <p className="border-y py-4 text-sm text-soft">{t('noMovements')}</p>
  return (
    <div className="-mx-4 border-y sm:-mx-5">
      <SimpleTable
        label={t('statement')}
        columns={columns}
        rows={rows}
        rowKey={(row, index) => `${row.at} ${index}`}
        rowHref={(row) => href('invoice', { invoice: String(row.invoice_id) }, locale)}
        phone={(row) => <Lines row={row} currency={currency} />}
        cell={(row, column) => <Cell row={row} column={column} currency={currency} />}
      />
    </div>
  )
}

function Balance(props: { name: string; amount: number; currency: string; isStrong?: boolean }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { name, amount, currency, isStrong } = props
  return (
    <div className={isStrong ? 'flex justify-between gap-4 font-semibold' : 'flex justify-between gap-4 text-soft'}>
      <span>{name}</span>
      <span className="text-end tabular-nums">
        {format.money(Math.abs(amount), currency)}
        {amount !== 0 && (
          <span className="block text-sm font-normal text-faint">{t(amount > 0 ? 'theyOwe' : 'youOwe')}</span>
        )}
      </span>
    </div>
  )
}

function useMovement() {
  const t = useTranslations('invoices')
  return ({ kind, number }: Row) => t(`movement_${kind}`, { number })
}

function Cell({ row, column, currency }: { row: Row; column: string; currency: string }) {
  const format = useFormat()
  const dayOf = useDayOf()
  const movement = useMovement()
  switch (column) {
    case 'at':
      return <span className="whitespace-nowrap">{format.day(dayOf(row.at), 'medium')}</span>
    case 'what':
      return movement(row)
    case 'amount':
      return format.money(row.amount, currency)
    default:
      return format.money(row.balance, currency)
  }
}

function Lines({ row, currency }: { row: Row; currency: string }) {
  const format = useFormat()
  const dayOf = useDayOf()
  const movement = useMovement()
  return (
    <>
      <span className="flex justify-between gap-3 font-medium">
        <span className="min-w-0 truncate">{movement(row)}</span>
        <span className="shrink-0 tabular-nums">{format.money(row.amount, currency)}</span>
      </span>
      <span className="flex justify-between gap-3 text-sm text-faint">
        <span>{format.day(dayOf(row.at), 'medium')}</span>
        <span className="tabular-nums">{format.money(row.balance, currency)}</span>
      </span>
    </>
  )
}
