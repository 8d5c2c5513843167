'use client'
import { useMutation } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { api, dataOf } from '@/api/client'
import type { Portal } from '@/api/models'
import { PriceList } from '@/components/price-list'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { useInCash } from '@/lib/use-cash'
import { useFormat } from '@/lib/use-format'
import { useMethodName } from '@/lib/use-method-name'

const payUrl = (hash: string) =>
  dataOf(api.POST('/api/customerPortal/{hash}/pay', { params: { path: { hash } }, body: {} })).then(({ url }) => url)

/** What is still to be paid, by when, and the way there: the one thing that waits for the customer. */
export function PortalDue({ portal }: { portal: Portal }) {
  const t = useTranslations('portal')
  const errorText = useErrorText()
  const format = useFormat()
  const { trip, payments, properties } = portal
  const go = useMutation({ mutationFn: () => payUrl(trip.hash), onSuccess: (url) => window.location.assign(url) })
  if (payments.due_amount <= 0 || !payments.is_payable) return <CollectedBy name={payments.collected_by} />
  const amount = format.money(payments.due_amount, trip.currency)
  return (
    <section aria-labelledby="still-due" className="rounded-xl border border-line-strong bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="still-due" className="text-sm text-soft">
            {t('due')}
          </h2>
          <p className="text-2xl font-semibold tabular-nums">{amount}</p>
          {payments.due_at && (
            <p className="text-sm text-soft">
              {t('dueBy', { when: format.instant(payments.due_at, properties.time_zone) })}
            </p>
          )}
        </div>
        <Button
          look="primary"
          className="max-sm:w-full"
          onPress={() => go.mutate()}
          isPending={go.isPending || go.isSuccess}
        >
          <CreditCard aria-hidden className="size-4" />
          {t('pay', { amount })}
        </Button>
      </div>
      {go.error && (
        <div className="mt-3">
          <Notice tone="bad">{errorText(go.error)}</Notice>
        </div>
      )}
    </section>
  )
}

/** Whom the customer pays instead of us. */
function CollectedBy({ name }: { name: string | null }) {
  const t = useTranslations('portal')
  return name && <Notice tone="info">{t('collectedBy', { name })}</Notice>
}

/** How the price comes about, and every payment and refund so far. */
export function PortalPrice({ portal: { trip, properties } }: { portal: Portal }) {
  const t = useTranslations('portal')
  const done = trip.payments.filter(({ status }) => status === 'succeeded' || status === 'pending')
  return (
    <Card title={t('price')}>
      <PriceList trip={trip} />
      {done.length > 0 && (
        <section aria-labelledby="portal-payments" className="mt-5">
          <h3 id="portal-payments" className="mb-1 font-semibold">
            {t('payments')}
          </h3>
          <ul className="divide-y border-t">
            {done.map((payment) => (
              <Row key={payment.id} payment={payment} currency={trip.currency} zone={properties.time_zone} />
            ))}
          </ul>
        </section>
      )}
    </Card>
  )
}

type RowProps = { payment: Portal['trip']['payments'][number]; currency: string; zone: string }

function Row({ payment, currency, zone }: RowProps) {
  const t = useTranslations('portal')
  const format = useFormat()
  const methodName = useMethodName()
  const { kind, method, card, amount, tip_amount, received_at, status } = payment
  const isRefund = kind === 'refund'
  const inCash = useInCash()(currency, amount, payment.cash_rounding)
  const facts = [
    format.instant(received_at, zone),
    tip_amount > 0 && t('withTip', { amount: format.money(tip_amount, currency) }),
    inCash,
    status === 'pending' && t('onItsWay'),
  ]
  return (
    <li className="flex items-start justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p>
          {isRefund ? t('refund', { method: methodName(method) }) : methodName(method)}
          {card && <span className="text-soft"> •••• {card.last4}</span>}
        </p>
        <p className="text-sm text-faint">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <p className="font-medium tabular-nums">{format.money(isRefund ? -amount : amount, currency)}</p>
    </li>
  )
}
