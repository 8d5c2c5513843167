'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { statementQuery } from '../api'
import type { Statement } from '../types'

/** The partner's account over the last ninety days: what was billed and paid, and what is left. */
export function StatementPart() {
  const t = useTranslations('desk')
  const { data, error, refetch } = useQuery(statementQuery)
  return (
    <Card title={t('statement')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-20" />}
      {data && <Account statement={data} />}
    </Card>
  )
}

function Account({ statement }: { statement: Statement }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const money = (amount: number) => format.money(amount, statement.currency)
  const { closing_balance: balance, rows } = statement
  return (
    <>
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-soft">{balance < 0 ? t('owedToYou') : t('youOwe')}</span>
        <span className="text-2xl font-semibold tabular-nums">{money(Math.abs(balance))}</span>
      </p>
      <p className="mt-1 text-sm text-faint">{t('since', { day: format.day(statement.date_from, 'medium') })}</p>
      {rows.length > 0 && (
        <ul className="mt-3 divide-y border-t">
          {[...rows].reverse().map((row, index) => (
            <li key={index} className="flex items-baseline justify-between gap-4 py-2">
              <span className="min-w-0">
                {t(`entry_${row.kind}`, { number: row.number })}
                <span className="block text-sm text-faint">{format.day(dayIn(zone, new Date(row.at)), 'medium')}</span>
              </span>
              <span className="shrink-0 tabular-nums">{money(row.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
