'use client'
import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PageBody } from '@/components/ui/page-header'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { useTitle } from '@/lib/use-title'
import { deskQuery } from '../api'
import type { Desk } from '../types'
import { CreditNote } from './credit-note'
import { EarningsPart } from './earnings-part'
import { InvoicesPart } from './invoices-part'
import { StatementPart } from './statement-part'

/** What the desk earned, what its partner was billed, and how much credit is left. */
export function MoneyScreen() {
  const t = useTranslations('desk')
  const { data: desk, error, refetch } = useQuery(deskQuery)
  useTitle(t('page_deskMoney'))
  if (error && !desk) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!desk) return <ScreenSkeleton />
  return (
    <PageBody>
      <h1 className="mb-4 text-2xl font-semibold">{t('page_deskMoney')}</h1>
      {desk.sees_prices ? <Parts desk={desk} /> : <Hidden reseller={desk.reseller.name} />}
    </PageBody>
  )
}

function Parts({ desk }: { desk: Desk }) {
  return (
    <>
      <CreditNote desk={desk} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <EarningsPart today={desk.today} reseller={desk.reseller.name} />
        <div className="space-y-5">
          <Credit desk={desk} />
          <InvoicesPart />
          <StatementPart />
        </div>
      </div>
    </>
  )
}

/** How much can still be sold on account. */
function Credit({ desk: { credit, currency } }: { desk: Desk }) {
  const t = useTranslations('desk')
  const format = useFormat()
  if (!credit) return null
  const money = (amount: number) => format.money(amount, currency)
  const left = Math.max(0, credit.available_amount ?? 0)
  const most = (credit.limit_amount ?? 0) + credit.topup_balance
  return (
    <section aria-labelledby="credit" className="rounded-xl border bg-surface p-4 sm:p-5">
      <h2 id="credit" className="font-semibold">
        {t('creditLeft')}
      </h2>
      <p className="mt-1 text-2xl font-semibold tabular-nums">{money(left)}</p>
      <meter min={0} max={Math.max(1, most)} value={left} aria-labelledby="credit" className="mt-2 h-2 w-full" />
      <p className="mt-1 text-sm text-soft tabular-nums">
        {t('creditUsed', { used: money(credit.owed_amount), limit: money(most) })}
      </p>
    </section>
  )
}

function Hidden({ reseller }: { reseller: string }) {
  const t = useTranslations('desk')
  return (
    <EmptyState
      icon={<EyeOff aria-hidden className="size-7" />}
      title={t('hiddenTitle')}
      text={t('hiddenText', { reseller })}
    />
  )
}
