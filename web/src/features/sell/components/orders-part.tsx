'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import type { Choice } from '../departures'
import { focusPart } from '../focus'
import type { WantedOrder } from '../model'
import { put } from '../orders'
import { useSale } from '../use-sale'
import { DepartureFinder } from './departure-finder'
import { OrderBlock } from './order-block'

type Props = { day: string; onDay: (day: string) => void }

/** Where to and how many: each departure of the trip, and the list to choose one more from. */
export function OrdersPart({ day, onDay }: Props) {
  const { cart, store } = useSale()
  /** Which order gets another time; `''` adds one. */
  const [finding, setFinding] = useState<string | null>(null)
  const isFinding = finding !== null || cart.orders.length === 0
  const moving = cart.orders.find((order) => order.key === finding)
  const choose = (choice: Choice) => {
    const { orders, key } = put(cart.orders, choice, moving?.key ?? null)
    store.change({ orders, overbook: false })
    setFinding(null)
    focusPart('guests', key)
  }
  const move = (key: string, on: string) => {
    onDay(on)
    setFinding(key)
    focusPart('find')
  }
  return (
    <>
      {cart.orders.map((order) => (
        <OrderBlock
          key={order.key}
          order={order}
          onMove={() => move(order.key, order.date)}
          onEnter={() => focusPart('contact')}
        />
      ))}
      {isFinding ? (
        <Finding
          {...{ day, onDay, moving }}
          onChoose={choose}
          onKeep={cart.orders.length > 0 ? () => setFinding(null) : undefined}
        />
      ) : (
        <AddButton onPress={() => setFinding('')} />
      )}
    </>
  )
}

function AddButton({ onPress }: { onPress: () => void }) {
  const t = useTranslations('sell')
  return (
    <Button onPress={onPress}>
      <Plus aria-hidden className="size-4" />
      {t('addOrder')}
    </Button>
  )
}

type FindingProps = Props & {
  moving: WantedOrder | undefined
  onChoose: (choice: Choice) => void
  onKeep: (() => void) | undefined
}

function Finding({ day, onDay, moving, onChoose, onKeep }: FindingProps) {
  const t = useTranslations('sell')
  const { cart } = useSale()
  const keep = onKeep && (
    <Button size="sm" look="quiet" onPress={onKeep}>
      {t('keep')}
    </Button>
  )
  return (
    <Card title={moving ? t('otherTimeOf', { what: moving.name }) : t('whereTo')} actions={keep}>
      <DepartureFinder {...{ day, onDay, onChoose }} method={cart.method} chosen={moving?.timeslot_id} autoFocus />
    </Card>
  )
}
