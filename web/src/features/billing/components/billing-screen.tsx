'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Billing } from '@/api/billing-models'
import { SetupHeader } from '@/components/setup-header'
import { Notice } from '@/components/ui/notice'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { billingQuery } from '../api'
import { DetailsCard } from './details-card'
import { FeesCard } from './fees-card'
import { PaymentCard } from './payment-card'
import { PlanCard } from './plan-card'
import { StatementsCard } from './statements-card'
import { UsageCard } from './usage-card'

/** What the operator pays the platform: the plan, the card, the statements. */
export function BillingScreen() {
  const t = useTranslations('billing')
  const isClosed = useSession()?.account.status === 'closed'
  const { data, error, refetch } = useQuery(billingQuery)
  return (
    <PageBody>
      <SetupHeader page="billing" title={t('title')} text={t('text')} />
      {data ? (
        <div className="space-y-6">
          <Warning billing={data} />
          {/* A business that closed takes no plan. */}
          {!isClosed && <PlanCard billing={data} />}
          <UsageCard billing={data} />
          <PaymentCard billing={data} />
          <DetailsCard billing={data} />
          <StatementsCard />
          <FeesCard />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </PageBody>
  )
}

/** What is late, and what follows from it. */
function Warning({ billing }: { billing: Billing }) {
  const t = useTranslations('billing')
  const format = useFormat()
  if (!billing.overdue_since) return null
  const amount = format.money(billing.balance, billing.currency)
  return (
    <Notice tone={billing.is_sale_stopped ? 'bad' : 'warn'}>
      <p className="font-medium">{billing.is_sale_stopped ? t('stopped', { amount }) : t('overdue', { amount })}</p>
      <p>
        {billing.is_sale_stopped
          ? t('stoppedText')
          : billing.sale_stops_on
            ? t('stopsOn', { day: format.day(billing.sale_stops_on, 'long') })
            : t('overdueText')}
      </p>
    </Notice>
  )
}
