'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '@/components/ui/checkbox'
import { RadioGroup } from '@/components/ui/radio-group'
import { useFormat } from '@/lib/use-format'
import { guestName } from '../../model'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { Order } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'

/** Some guests of an order become an order of their own, which can then be moved without the others. */
export function SplitDialog({ what, onClose }: DialogProps<'split'>) {
  const order = useOrder(what.order)
  return order && <Form order={order} onClose={onClose} />
}

const ways = ['order', 'trip'] as const

function Form({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  const [chosen, setChosen] = useState<number[]>([])
  const [to, setTo] = useState<(typeof ways)[number]>('order')
  const toggle = (id: number, isOn: boolean) => setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  const count = chosen.length
  return (
    <DeedDialog
      title={t('splitTitle')}
      label={t('splitCount', { count })}
      isDisabled={count === 0 || count === order.bookings.length}
      onClose={onClose}
      change={() => ({
        send: ({ version }) =>
          send('/api/tripOrder/{tripOrder}/split', { tripOrder: order.id }, { booking_ids: chosen, to, version }),
        done: t('done_split', { count }),
      })}
    >
      <p className="text-sm text-soft">{t('splitText')}</p>
      <ul className="divide-y">
        {order.bookings.map((one) => (
          <li key={one.id} className="flex items-center justify-between gap-3">
            <Checkbox isSelected={chosen.includes(one.id)} onChange={(isOn) => toggle(one.id, isOn)} className="grow">
              <bdi>{guestName(one, order)}</bdi> <span className="text-faint">{one.customerType.name}</span>
            </Checkbox>
            <span className="text-sm text-soft tabular-nums">{format.money(one.unit_amount, trip.currency)}</span>
          </li>
        ))}
      </ul>
      <RadioGroup
        label={t('splitTo')}
        options={ways.map((id) => ({ id, name: t(`split_${id}`) }))}
        value={to}
        onChange={setTo}
      />
    </DeedDialog>
  )
}
