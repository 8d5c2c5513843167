'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Billing, BillingPlan } from '@/api/billing-models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { cancelPlan, keepBilling } from '../api'
import { usePlanPrice } from '../plan-price'
import { ChangeDialog } from './change-dialog'
import { Lines } from './lines'

/** The plan that runs, what it costs next, and the plans there are. */
export function PlanCard({ billing }: { billing: Billing }) {
  const t = useTranslations('billing')
  const [chosen, setChosen] = useState<BillingPlan | null>(null)
  const running = billing.subscription
  return (
    <Card title={t('plan')}>
      {running ? <Running billing={billing} /> : <p className="mb-4 text-soft">{t('noPlan')}</p>}
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {billing.plans.map((plan) => (
          <Offer
            key={plan.id}
            plan={plan}
            isRunning={running?.plan.id === plan.id}
            isFirst={!running}
            onChoose={() => setChosen(plan)}
          />
        ))}
      </ul>
      {chosen && <ChangeDialog billing={billing} plan={chosen} onClose={() => setChosen(null)} />}
    </Card>
  )
}

type OfferProps = { plan: BillingPlan; isRunning: boolean; isFirst: boolean; onChoose: () => void }

function Offer({ plan, isRunning, isFirst, onChoose }: OfferProps) {
  const t = useTranslations('billing')
  const priceOf = usePlanPrice()
  return (
    <li className="flex flex-col gap-2 rounded-lg border p-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{plan.name}</h3>
        {isRunning && <Badge tone="accent">{t('yours')}</Badge>}
      </div>
      <p className="font-medium">{priceOf(plan)}</p>
      {plan.description && <p className="text-sm text-soft text-pretty">{plan.description}</p>}
      {isFirst && plan.trial_days > 0 && (
        <p className="text-sm text-soft">{t('trialDays', { days: plan.trial_days })}</p>
      )}
      {!isRunning && (
        <Button className="mt-auto self-start" onPress={onChoose}>
          {t('choose', { plan: plan.name })}
        </Button>
      )}
    </li>
  )
}

function Running({ billing }: { billing: Billing }) {
  const t = useTranslations('billing')
  const format = useFormat()
  const running = billing.subscription
  if (!running) return null
  const day = format.day(running.renews_on, 'long')
  return (
    <div className="mb-5 grid gap-5 sm:grid-cols-2">
      <div className="space-y-2">
        <p className="text-lg font-semibold">{running.plan.name}</p>
        <p className="text-soft">
          {running.is_canceled
            ? t('endsOn', { day })
            : running.next_plan_name
              ? t('switchesOn', { day, plan: running.next_plan_name })
              : running.is_trial
                ? t('trialUntil', { day })
                : running.is_paused
                  ? t('paused')
                  : t('renewsOn', { day })}
        </p>
        <Discount running={running} />
        <CancelButton isCanceled={running.is_canceled} version={running.version} day={day} />
      </div>
      {billing.estimate && !running.is_canceled && (
        <div>
          <p className="mb-1 text-sm text-faint">{t('estimate', { day: format.day(billing.estimate.on, 'long') })}</p>
          <Lines
            lines={billing.estimate.lines}
            total={billing.estimate.total}
            currency={running.plan.currency}
            totalLabel={t('estimateTotal')}
          />
        </div>
      )}
    </div>
  )
}

function Discount({ running }: { running: NonNullable<Billing['subscription']> }) {
  const t = useTranslations('billing')
  const format = useFormat()
  const share = format.number(running.discount_ppm / 10_000)
  if (running.discount_ppm === 0) return null
  const until = running.discount_until
  return (
    <p className="text-soft">
      {until ? t('discountUntil', { share, day: format.day(until, 'long') }) : t('discount', { share })}
    </p>
  )
}

function CancelButton({ isCanceled, version, day }: { isCanceled: boolean; version: number; day: string }) {
  const t = useTranslations('billing')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const change = useMutation({
    mutationFn: () => cancelPlan(!isCanceled, version),
    onSuccess: (billing) => {
      keepBilling(queries, billing)
      setAsking(false)
    },
    onError: (error) => toast.error(errorText(error)),
  })
  if (isCanceled) {
    return (
      <Button onPress={() => change.mutate()} isPending={change.isPending}>
        {t('keepPlan')}
      </Button>
    )
  }
  return (
    <>
      <Button look="quiet" onPress={() => setAsking(true)}>
        {t('cancelPlan')}
      </Button>
      <ConfirmDialog
        title={t('cancelTitle')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => change.mutate()}
        confirmLabel={t('cancelPlan')}
        isPending={change.isPending}
        isDanger
      >
        <p>{t('cancelText', { day })}</p>
      </ConfirmDialog>
    </>
  )
}
