'use client'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import { kindsOf } from '../../model'
import { useTrip } from '../../trip-context'
import type { Order } from '../../types'
import type { Move } from './use-move'

/** What each kind of guest becomes in the other experience. */
export function MappingPart({ order, move }: { order: Order; move: Move }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const guestCount = useGuestCount()
  const { trip } = useTrip()
  if (!move.sold || !move.mapping) return null
  const options = move.sold.map((one) => ({
    id: one.experience_customer_type_id,
    name: `${isolate(one.label || one.customer_type.name)} · ${format.money(one.price, trip.currency)}`,
  }))
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-medium">{t('mapping')}</legend>
      {kindsOf(order.bookings).map(({ id, name, qty }) => (
        <Select
          key={id}
          label={guestCount(name, qty)}
          options={options}
          value={move.mapping?.[id] ?? null}
          onChange={(to) => move.put({ own: { ...move.own, [id]: to } })}
        />
      ))}
    </fieldset>
  )
}
