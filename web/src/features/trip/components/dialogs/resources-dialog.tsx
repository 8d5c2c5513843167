'use client'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { useGuestCount } from '@/lib/use-guest-count'
import { kindsOf } from '../../model'
import { usableQuery } from '../../api'
import { send } from '../../send'
import { useOrder } from '../../trip-context'
import type { Order } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'

const ways = ['auto', 'manual'] as const

/** Which boat, van or gear an order gets: the best fit, or one chosen by hand. */
export function ResourcesDialog({ what, onClose }: DialogProps<'resources'>) {
  const order = useOrder(what.order)
  return order && <Form order={order} onClose={onClose} />
}

type Chosen = Record<number, number>

function Form({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('trip')
  const [mode, setMode] = useState<(typeof ways)[number]>('auto')
  const [chosen, setChosen] = useState<Chosen>({})
  const assignments = kindsOf(order.bookings).flatMap(({ id }) => {
    const resource_id = chosen[id]
    const guests = order.bookings.filter((one) => one.experience_customer_type_id === id)
    return mode === 'manual' && resource_id ? [{ resource_id, booking_ids: guests.map((one) => one.id) }] : []
  })
  return (
    <DeedDialog
      title={t('resources')}
      label={t('assign')}
      isDisabled={mode === 'manual' && assignments.length === 0}
      onClose={onClose}
      change={() => ({
        send: ({ version }) =>
          send('/api/tripOrder/{tripOrder}/assignResources', { tripOrder: order.id }, { mode, assignments, version }),
        done: t('saved'),
      })}
    >
      <RadioGroup
        label={t('resourcesHow')}
        options={ways.map((id) => ({ id, name: t(`resources_${id}`) }))}
        value={mode}
        onChange={setMode}
      />
      {mode === 'manual' && <ByHand order={order} chosen={chosen} onChange={setChosen} />}
    </DeedDialog>
  )
}

/** One resource for the guests of each kind, among those that fit. */
function ByHand({ order, chosen, onChange }: { order: Order; chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const t = useTranslations('trip')
  const guestCount = useGuestCount()
  const kinds = kindsOf(order.bookings)
  const usable = useQueries({ queries: kinds.map(({ id }) => usableQuery(id, order.timeslot?.id ?? 0)) })
  return kinds.map(({ id, name, qty }, place) => (
    <Select
      key={id}
      label={guestCount(name, qty)}
      options={(usable[place]?.data ?? [])
        .filter((one) => one.is_compatible)
        .map((one) => ({
          id: one.resource.id,
          name: one.resource.name,
          note: t('unitsFree', { count: one.free_units }),
        }))}
      value={chosen[id] ?? null}
      onChange={(resource) => onChange({ ...chosen, [id]: resource })}
    />
  ))
}
