'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { guestName } from '../../model'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { Booking, Order } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Sums } from './parts'
import { useKinds, type Kind } from './use-kinds'

/** Make an adult a child: another kind for some guests, and what that changes. */
export function TypesDialog({ what, onClose }: DialogProps<'types'>) {
  const order = useOrder(what.order)
  const kinds = useKinds(order ?? nowhere)
  return order && kinds ? <Form order={order} kinds={kinds} onClose={onClose} /> : null
}

const nowhere = { timeslot: null, experience: { id: 0 } } as Order

function Form({ order, kinds, onClose }: { order: Order; kinds: Kind[]; onClose: () => void }) {
  const t = useTranslations('trip')
  const [to, setTo] = useState<Record<number, number>>({})
  const changed = order.bookings.filter((one) => (to[one.id] ?? kindOf(one)) !== kindOf(one))
  const changes = changed.map((one) => ({ booking_id: one.id, to: to[one.id] }))
  const difference = changed.reduce((sum, one) => sum + priceOf(kinds, to[one.id]) - one.unit_amount, 0)
  const back = changed.map((one) => ({ booking_id: one.id, to: kindOf(one) }))
  const post = (list: typeof back | typeof changes) => {
    const at = { tripOrder: order.id }
    return ({ version }: { version: number }) =>
      send('/api/tripOrder/{tripOrder}/changeCustomerTypes', at, { changes: list, version })
  }
  return (
    <DeedDialog
      title={t('changeTypes')}
      label={t('changeCount', { count: changed.length })}
      isDisabled={changed.length === 0}
      onClose={onClose}
      change={() => ({ send: post(changes), done: t('saved'), undo: { send: post(back) } })}
    >
      <div className="space-y-3">
        {order.bookings.map((one) => (
          <Row
            key={one.id}
            order={order}
            booking={one}
            kinds={kinds}
            value={to[one.id] ?? kindOf(one)}
            onChange={(kind) => setTo({ ...to, [one.id]: kind })}
          />
        ))}
      </div>
      {changed.length > 0 && <Sums rows={[{ label: t('difference'), amount: difference, isStrong: true }]} />}
    </DeedDialog>
  )
}

const kindOf = (booking: Booking) => booking.experience_customer_type_id
const priceOf = (kinds: Kind[], id: number | undefined) => kinds.find((one) => one.id === id)?.price ?? 0

type RowProps = { order: Order; booking: Booking; kinds: Kind[]; value: number; onChange: (kind: number) => void }

function Row({ order, booking, kinds, value, onChange }: RowProps) {
  const format = useFormat()
  const { trip } = useTrip()
  const options = kinds.map(({ id, name, price }) => ({
    id,
    name: `${isolate(name)} · ${format.money(price, trip.currency)}`,
  }))
  return <Select label={guestName(booking, order)} options={options} value={value} onChange={onChange} />
}
