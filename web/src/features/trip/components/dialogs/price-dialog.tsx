'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MoneyField } from '@/components/ui/money-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import { guestName, kindsOf } from '../../model'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { Booking, Order } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog, type Wrong } from './deed-dialog'
import { Reason, Sums } from './parts'

const ways = ['total', 'per_type', 'per_booking', 'clear'] as const
type Way = (typeof ways)[number]

/** The price of an order by hand: in all, per kind or per guest; or back to the list. */
export function PriceDialog({ what, onClose }: DialogProps<'price'>) {
  const order = useOrder(what.order)
  return order && <Form order={order} onClose={onClose} />
}

const paying = (order: Order) => order.bookings.filter((one) => !one.is_comped)
const sumOf = (bookings: Booking[]) => bookings.reduce((sum, one) => sum + one.unit_amount, 0)

type Amounts = Record<number, number | null>
type Draft = { way: Way; total: number | null; values: Amounts }

function Form({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('trip')
  const [draft, setDraft] = useState<Draft>({ way: 'total', total: sumOf(paying(order)), values: {} })
  const [reason, setReason] = useState('')
  return (
    <DeedDialog
      title={t('setPrice')}
      label={t('setPriceDo')}
      isDisabled={!reason.trim() || (draft.way === 'total' && draft.total === null)}
      onClose={onClose}
      shown={['reason', 'amount', 'values']}
      change={() => ({
        send: ({ version }) =>
          send(
            '/api/tripOrder/{tripOrder}/pricingOverride',
            { tripOrder: order.id },
            { ...payload(order, draft), reason: reason.trim(), version },
          ),
        done: t('saved'),
      })}
    >
      {(wrong) => (
        <>
          <Fields order={order} draft={draft} onChange={setDraft} wrong={wrong} />
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired />
          {draft.way !== 'clear' && <Difference order={order} after={afterOf(order, draft)} />}
        </>
      )}
    </DeedDialog>
  )
}

type FieldsProps = { order: Order; draft: Draft; onChange: (draft: Draft) => void; wrong: Wrong }

function Fields({ order, draft, onChange, wrong }: FieldsProps) {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  const { way, total, values } = draft
  const options = ways.filter((one) => one !== 'clear' || order.pricing_override !== null)
  return (
    <>
      <RadioGroup
        label={t('priceHow')}
        options={options.map((id) => ({ id, name: t(`price_${id}`) }))}
        value={way}
        onChange={(next) => onChange({ ...draft, way: next })}
      />
      {way === 'total' && (
        <MoneyField
          label={t('priceTotal')}
          currency={trip.currency}
          value={total}
          onChange={(next) => onChange({ ...draft, total: next })}
          minValue={0}
          error={wrong('amount')}
          autoFocus
        />
      )}
      {rowsOf(order, way).map((row) => (
        <Amount
          key={row.id}
          row={row}
          value={values[row.id] ?? row.amount}
          onChange={(amount) => onChange({ ...draft, values: { ...values, [row.id]: amount } })}
        />
      ))}
    </>
  )
}

/** What the paying guests come to by the prices as typed. */
const afterOf = (order: Order, { way, total, values }: Draft) =>
  way === 'total'
    ? (total ?? 0)
    : rowsOf(order, way).reduce((sum, row) => sum + row.count * (values[row.id] ?? row.amount), 0)

type Row = { id: number; name: string; count: number; amount: number; list: number }

/** What is asked for by hand: a price for each kind, or for each guest. */
function rowsOf(order: Order, way: Way): Row[] {
  const bookings = paying(order)
  if (way === 'per_booking') {
    return bookings.map((one) => ({
      id: one.id,
      name: guestName(one, order),
      count: 1,
      amount: one.unit_amount,
      list: one.resolved_amount,
    }))
  }
  if (way !== 'per_type') return []
  return kindsOf(bookings).map(({ id, name, qty }) => {
    const first = bookings.find((one) => one.experience_customer_type_id === id)
    return {
      id,
      name,
      count: qty,
      amount: first?.unit_amount ?? 0,
      list: first?.resolved_amount ?? 0,
    }
  })
}

const payload = (order: Order, { way, total, values }: Draft) => ({
  kind: way,
  amount: way === 'total' ? total : null,
  values: rowsOf(order, way).map((row) => ({ id: row.id, amount: values[row.id] ?? row.amount })),
})

function Amount({ row, value, onChange }: { row: Row; value: number; onChange: (amount: number | null) => void }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const guestCount = useGuestCount()
  const { trip } = useTrip()
  return (
    <MoneyField
      label={row.count > 1 ? guestCount(row.name, row.count) : row.name}
      currency={trip.currency}
      value={value}
      onChange={onChange}
      minValue={0}
      hint={t('listPrice', { amount: format.money(row.list, trip.currency) })}
    />
  )
}

function Difference({ order, after }: { order: Order; after: number }) {
  const t = useTranslations('trip')
  const before = sumOf(paying(order))
  return (
    <Sums
      rows={[
        { label: t('ticketsBefore'), amount: before },
        { label: t('ticketsAfter'), amount: after },
        { label: t('difference'), amount: after - before, isStrong: true },
      ]}
    />
  )
}
