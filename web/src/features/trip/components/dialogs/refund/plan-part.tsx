'use client'
import { useTranslations } from 'use-intl'
import { MoneyField } from '@/components/ui/money-field'
import { currencyDigits } from '@/lib/money'
import { useFormat } from '@/lib/use-format'
import { refundable } from '../../../payments'
import type { PlanRow } from '../../../refund'
import { useTrip } from '../../../trip-context'
import { useMethodName } from '@/lib/use-method-name'

type Props = {
  plan: readonly PlanRow[]
  /** Whether it goes the way it came. */
  isSource: boolean
  edited: ReadonlyMap<number, number>
  onEdit: (edited: ReadonlyMap<number, number>) => void
}

/** How much goes back of which payment; each can be another amount, up to what it has left. */
export function PlanPart({ plan, isSource, edited, onEdit }: Props) {
  const t = useTranslations('money')
  if (plan.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('plan')}</legend>
      <ul className="divide-y rounded-md border">
        {plan.map((row) => (
          <Row
            key={row.payment_id}
            row={row}
            isSource={isSource}
            onAmount={(amount) => onEdit(new Map(edited).set(row.payment_id, amount))}
          />
        ))}
      </ul>
    </fieldset>
  )
}

type RowProps = { row: PlanRow; isSource: boolean; onAmount: (amount: number) => void }

function Row({ row, isSource, onAmount }: RowProps) {
  const t = useTranslations('money')
  const format = useFormat()
  const methodName = useMethodName()
  const { trip, zone } = useTrip()
  const payment = trip.payments.find(({ id }) => id === row.payment_id)
  const left = payment ? refundable(payment) : row.amount
  const name = `${methodName(row.method)}${payment?.card ? ` •••• ${payment.card.last4}` : ''}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <div className="min-w-0 grow basis-40 text-sm">
        <p className="font-medium">{name}</p>
        <p className="text-faint">
          {payment && format.instant(payment.received_at, zone)} · {t(isSource ? `route_${row.route}` : 'route_else')}
        </p>
      </div>
      <MoneyField
        label={t('amountOf', { what: name })}
        isLabelHidden
        currency={trip.currency}
        value={row.amount}
        minValue={0}
        maxValue={left / 10 ** currencyDigits(trip.currency)}
        onChange={(amount) => onAmount(amount ?? 0)}
        className="w-36"
      />
      <span className="w-full text-end text-xs text-faint tabular-nums sm:w-24">
        {t('ofLeft', { amount: format.money(left, trip.currency) })}
      </span>
    </li>
  )
}
