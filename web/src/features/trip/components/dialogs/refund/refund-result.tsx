'use client'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { CopyBox } from '@/components/copy-box'
import { useInCash } from '@/lib/use-cash'
import { useFormat } from '@/lib/use-format'
import { stateOf } from '../../../payments'
import type { RefundAnswer } from '../../../refund'
import { useTrip } from '../../../trip-context'
import type { Payment } from '../../../types'
import { useMethodName } from '@/lib/use-method-name'

/** How each part of a refund went: given back, on its way, or refused with the way on; and the credit's code. */
export function RefundResult({ answer }: { answer: RefundAnswer }) {
  const t = useTranslations('money')
  const { refunds, credit } = answer
  return (
    <div className="space-y-4" role="status">
      <ul className="divide-y">
        {refunds.map((refund) => (
          <Part key={refund.id} refund={refund} />
        ))}
      </ul>
      {credit && (
        <div className="space-y-1.5">
          <p className="text-sm text-soft">{t('creditCode')}</p>
          <CopyBox text={credit.code} label={t('to_gift_card')} />
        </div>
      )}
    </div>
  )
}

function Part({ refund }: { refund: Payment }) {
  const t = useTranslations('money')
  const format = useFormat()
  const methodName = useMethodName()
  const { trip } = useTrip()
  const state = stateOf(refund)
  const inCash = useInCash()(trip.currency, refund.amount, refund.cash_rounding)
  const [Icon, tone] =
    state === 'good'
      ? [CircleCheck, 'text-good']
      : state === 'failed' || state === 'reversed'
        ? [CircleX, 'text-bad']
        : [Clock, 'text-warn']
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 grow">
        <p className="font-medium">
          {methodName(refund.method)}
          {refund.card && <span className="font-normal text-soft"> •••• {refund.card.last4}</span>}
        </p>
        <p className="text-sm text-soft text-pretty">{t(state === 'good' ? 'refund_good' : `refund_${state}`)}</p>
        {inCash && <p className="text-sm text-soft tabular-nums">{inCash}</p>}
      </div>
      <p className="font-medium tabular-nums">{format.money(refund.amount, trip.currency)}</p>
    </li>
  )
}
