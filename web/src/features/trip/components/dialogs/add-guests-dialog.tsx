'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiError } from '@/api/client'
import { Skeleton } from '@/components/ui/skeleton'
import { Stepper } from '@/components/ui/stepper'
import { Switch } from '@/components/ui/switch'
import { useFormat } from '@/lib/use-format'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { Change, Order, Trip } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Sums } from './parts'
import { useKinds, type Kind } from './use-kinds'

/** One guest more, or ten: how many of each kind, and what that adds. */
export function AddGuestsDialog({ what, onClose }: DialogProps<'addGuests'>) {
  const order = useOrder(what.order)
  return order && <Form order={order} onClose={onClose} />
}

const none: Record<number, number> = {}

function Form({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('trip')
  const { may } = useTrip()
  const kinds = useKinds(order)
  const [wanted, setWanted] = useState(none)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [overbook, setOverbook] = useState(false)
  const count = Object.values(wanted).reduce((sum, qty) => sum + qty, 0)
  const adds = (kinds ?? []).reduce((sum, kind) => sum + kind.price * (wanted[kind.id] ?? 0), 0)
  return (
    <DeedDialog
      title={t('addGuestsTitle', { what: order.experience.name })}
      label={t('addCount', { count })}
      isDisabled={count === 0}
      onClose={onClose}
      onError={setRefusal}
      change={() => ({ ...add(order, wanted, overbook), done: t('done_added', { count }) })}
    >
      {!kinds && <Skeleton className="h-32" />}
      <ul className="divide-y">
        {kinds?.map((kind, place) => (
          <Row
            key={kind.id}
            kind={kind}
            value={wanted[kind.id] ?? 0}
            isFirst={place === 0}
            onChange={(qty) => setWanted({ ...wanted, [kind.id]: qty })}
          />
        ))}
      </ul>
      {may.overbook && (refusal?.code === 'sold_out' || overbook) && (
        <Switch isSelected={overbook} onChange={setOverbook}>
          {t('overbook')}
        </Switch>
      )}
      {count > 0 && <Sums rows={[{ label: t('ticketsMore'), amount: adds, isStrong: true }]} />}
    </DeedDialog>
  )
}

function add(order: Order, wanted: Record<number, number>, overbook: boolean): Change {
  const quantities = Object.entries(wanted)
    .filter(([, qty]) => qty > 0)
    .map(([id, qty]) => ({ experience_customer_type_id: Number(id), qty }))
  const at = { tripOrder: order.id }
  return {
    send: ({ version }) => send('/api/tripOrder/{tripOrder}/booking/add', at, { quantities, overbook, version }),
    undo: (before, after) => ({
      send: ({ version }) =>
        send('/api/bookings/{tripOrder}/delete', at, { booking_ids: fresh(order.id, before, after), version }),
    }),
  }
}

/** The guests of an order who were not there before. */
function fresh(order: number, before: Trip, after: Trip): number[] {
  const ids = (trip: Trip) => trip.tripOrders.find((one) => one.id === order)?.bookings.map((one) => one.id) ?? []
  const known = new Set(ids(before))
  return ids(after).filter((id) => !known.has(id))
}

type RowProps = { kind: Kind; value: number; isFirst: boolean; onChange: (qty: number) => void }

function Row({ kind, value, isFirst, onChange }: RowProps) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  const left = kind.remaining
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <span>
        <span className="font-medium">{kind.name}</span> {kind.note && <span className="text-faint">{kind.note}</span>}
        <span className="block text-sm text-soft tabular-nums">
          {format.money(kind.price, trip.currency)}
          {left !== null && (
            <span className={value > left ? 'text-warn' : undefined}> · {t('seatsLeft', { count: left })}</span>
          )}
        </span>
      </span>
      <Stepper label={kind.name} value={value} onChange={onChange} autoFocus={isFirst} />
    </li>
  )
}
