'use client'
import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { MoneyField } from '@/components/ui/money-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { currencyDigits } from '@/lib/money'
import { useFormat } from '@/lib/use-format'
import { guestName, isLive } from '../../../model'
import { tooMuch } from '../../../payments'
import { asPlanned, scopes, type RefundDraft, type RefundScope } from '../../../refund'
import { useTrip } from '../../../trip-context'
import type { Trip } from '../../../types'

type Props = { draft: RefundDraft; whole: number; onChange: (draft: RefundDraft) => void }

/** What is given back for: what was paid too much, orders, guests, or a sum out of goodwill. */
export function ScopePart({ draft, whole, onChange }: Props) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  const overpaid = tooMuch(trip)
  const offered = offeredScopes(trip)
  const change = (some: Partial<RefundDraft>) => onChange({ ...draft, ...some, ...asPlanned() })
  return (
    <div className="space-y-3">
      <RadioGroup
        label={t('refundWhat')}
        options={offered.map((id) => ({
          id,
          name:
            id === 'overpaid'
              ? t('scope_overpaid', { amount: format.money(overpaid, trip.currency) })
              : t(`scope_${id}`),
        }))}
        value={draft.scope}
        onChange={(scope) => change({ scope })}
        className="sm:flex-row sm:flex-wrap sm:gap-x-6 sm:[&>span:first-child]:w-full"
      />
      {draft.scope === 'orders' && <Orders draft={draft} onChange={change} />}
      {draft.scope === 'guests' && <Guests draft={draft} onChange={change} />}
      {draft.scope === 'amount' && (
        <MoneyField
          label={t('refundAmount')}
          currency={trip.currency}
          value={draft.amount}
          minValue={0}
          maxValue={whole / 10 ** currencyDigits(trip.currency)}
          onChange={(amount) => change({ amount })}
          hint={t('refundAtMost', { amount: format.money(whole, trip.currency) })}
        />
      )}
    </div>
  )
}

function offeredScopes(trip: Trip): RefundScope[] {
  const live = trip.tripOrders.filter(isLive)
  const isOffered = {
    overpaid: tooMuch(trip) > 0,
    orders: live.length > 0,
    guests: live.flatMap((order) => order.bookings).length > 1,
    amount: true,
  }
  return scopes.filter((one) => isOffered[one])
}

type ListProps = { draft: RefundDraft; onChange: (some: Partial<RefundDraft>) => void }

function Orders({ draft, onChange }: ListProps) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  return (
    <CheckboxGroup
      label={t('scope_orders')}
      isLabelHidden
      options={trip.tripOrders.filter(isLive).map((order) => ({
        id: String(order.id),
        name: order.experience.name,
        note: format.money(order.totals.total, trip.currency),
      }))}
      value={draft.orders.map(String)}
      onChange={(ids) => onChange({ orders: ids.map(Number) })}
      className="ps-8"
    />
  )
}

function Guests({ draft, onChange }: ListProps) {
  const t = useTranslations('money')
  const { trip } = useTrip()
  return (
    <CheckboxGroup
      label={t('scope_guests')}
      isLabelHidden
      options={trip.tripOrders
        .filter(isLive)
        .flatMap((order) => order.bookings.map((one) => ({ id: String(one.id), name: guestName(one, order) })))}
      value={draft.bookings.map(String)}
      onChange={(ids) => onChange({ bookings: ids.map(Number) })}
      isInline
      className="ps-8"
    />
  )
}
