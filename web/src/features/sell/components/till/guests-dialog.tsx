'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import type { Choice } from '../../departures'
import { guestsOf } from '../../model'
import { put } from '../../orders'
import { useSale } from '../../use-sale'
import { GuestRows } from '../guest-rows'

/** Who goes on a departure, with buttons for fingers. */
export function GuestsDialog({ choice, onClose }: { choice: Choice; onClose: () => void }) {
  const t = useTranslations('sell')
  const format = useFormat()
  const { cart, store } = useSale()
  const known = cart.orders.find((order) => order.timeslot_id === choice.slot.id)
  const [quantities, setQuantities] = useState<Record<string, number>>(known?.quantities ?? {})
  const count = guestsOf({ quantities })
  const save = () => {
    store.change(({ orders }) => {
      const { orders: all, key } = put(orders, choice, null)
      const next = all.map((order) => (order.key === key ? { ...order, quantities } : order))
      return { orders: next.filter((order) => order.key !== key || count > 0), overbook: false }
    })
    onClose()
  }
  const time = choice.slot.is_flex ? t('anyTime') : format.time(choice.slot.start_time)
  const footer = (
    <Button look="primary" size="lg" className="grow" isDisabled={count === 0 && !known} onPress={save}>
      {count === 0 && known ? t('takeOut') : t('putIn', { count })}
    </Button>
  )
  return (
    <Dialog title={`${time} · ${isolate(choice.name)}`} isOpen onClose={onClose} size="sm" footer={footer}>
      <GuestRows
        timeslot={choice.slot.id}
        method={cart.method}
        quantities={quantities}
        onChange={setQuantities}
        onEnter={save}
        isLarge
        partKey={`till-${choice.slot.id}`}
      />
    </Dialog>
  )
}
