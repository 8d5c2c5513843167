'use client'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { stateOf, type PaymentState } from '../../payments'
import type { Payment } from '../../types'

const tones: Record<Exclude<PaymentState, 'good'>, Tone> = {
  pending: 'neutral',
  pending_funds: 'warn',
  disputed: 'bad',
  reversed: 'neutral',
  failed: 'bad',
}

/** How a payment stands when it is not simply here, and what that means for whoever looks at it. */
export function StateLine({ payment }: { payment: Payment }) {
  const t = useTranslations('money')
  const state = stateOf(payment)
  if (state === 'good') return null
  const ofPayment = state === 'pending_funds' ? 'pending' : state
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-2 text-sm text-soft">
      <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
      <span className="text-pretty">
        {payment.kind === 'refund' ? t(`refund_${state}`) : t(`payment_${ofPayment}`)}
      </span>
    </p>
  )
}
