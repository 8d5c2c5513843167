'use client'
import { useTranslations } from 'use-intl'
import { MoneyField } from '@/components/ui/money-field'
import { currencyDigits } from '@/lib/money'
import { useCashStep, useInCash } from '@/lib/use-cash'
import { useFormat } from '@/lib/use-format'
import { useMethodName } from '@/lib/use-method-name'
import { roundingOf, tipBounds, type Left, type PlanRow, type RefundDraft } from '../../../refund'
import { useTrip } from '../../../trip-context'

type Props = {
  plan: readonly PlanRow[]
  /** Whether it goes the way it came. */
  isSource: boolean
  left: ReadonlyMap<number, Left>
  draft: RefundDraft
  onChange: (draft: RefundDraft) => void
}

/** How much goes back of which payment, and what of it is tip; each can be another amount, up to what there is. */
export function PlanPart({ plan, isSource, left, draft, onChange }: Props) {
  const t = useTranslations('money')
  if (plan.length === 0) return null
  const edit = (which: 'edited' | 'tips', id: number) => (amount: number) =>
    onChange({ ...draft, [which]: new Map(draft[which]).set(id, amount) })
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('plan')}</legend>
      <ul className="divide-y rounded-md border">
        {plan.map((row) => (
          <Row
            key={row.payment_id}
            row={row}
            isSource={isSource}
            draft={draft}
            left={left.get(row.payment_id) ?? { amount: row.amount, tip: row.tip_amount }}
            onAmount={edit('edited', row.payment_id)}
            onTip={edit('tips', row.payment_id)}
          />
        ))}
      </ul>
      {plan.some(({ tip_amount }) => tip_amount > 0) && (
        <p className="mt-1.5 text-sm text-faint text-pretty">{t('tipGoesBack')}</p>
      )}
    </fieldset>
  )
}

type RowProps = {
  row: PlanRow
  isSource: boolean
  draft: RefundDraft
  left: Left
  onAmount: (amount: number) => void
  onTip: (amount: number) => void
}

function Row({ row, isSource, draft, left, onAmount, onTip }: RowProps) {
  const t = useTranslations('money')
  const format = useFormat()
  const methodName = useMethodName()
  const { trip, zone } = useTrip()
  const payment = trip.payments.find(({ id }) => id === row.payment_id)
  const name = `${methodName(row.method)}${payment?.card ? ` •••• ${payment.card.last4}` : ''}`
  const [least, most] = tipBounds(row.amount, left)
  const rounding = roundingOf(row, draft, useCashStep(trip.currency))
  const inCash = useInCash()(trip.currency, row.amount, rounding)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_9rem_7rem]">
      <div className="col-span-2 text-sm sm:col-span-1">
        <p className="font-medium">{name}</p>
        <p className="text-faint">
          {payment && format.instant(payment.received_at, zone)} · {t(isSource ? `route_${row.route}` : 'route_else')}
        </p>
        {inCash && <p className="text-soft tabular-nums">{inCash}</p>}
      </div>
      <Part label={t('amountOf', { what: name })} value={row.amount} most={left.amount} onChange={onAmount} />
      {left.tip > 0 && (
        <>
          <p className="col-span-2 text-sm text-soft sm:col-span-1 sm:text-end">{t('tipOfIt')}</p>
          <Part
            label={t('tipOf', { what: name })}
            value={row.tip_amount}
            least={least}
            most={most}
            whole={left.tip}
            onChange={onTip}
          />
        </>
      )}
    </li>
  )
}

type PartProps = {
  label: string
  value: number
  least?: number
  most: number
  /** What there is of it, where a part of that may go at most. */
  whole?: number
  onChange: (amount: number) => void
}

function Part({ label, value, least = 0, most, whole = most, onChange }: PartProps) {
  const t = useTranslations('money')
  const format = useFormat()
  const { currency } = useTrip().trip
  const unit = 10 ** currencyDigits(currency)
  return (
    <>
      <MoneyField
        label={label}
        isLabelHidden
        currency={currency}
        value={value}
        minValue={least / unit}
        maxValue={most / unit}
        onChange={(amount) => onChange(amount ?? 0)}
      />
      <span className="text-xs text-faint tabular-nums">{t('ofLeft', { amount: format.money(whole, currency) })}</span>
    </>
  )
}
