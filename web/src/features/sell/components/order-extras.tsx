'use client'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, PackagePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TripFull, TripOrder } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { extrasQuery } from '@/features/trip/api'
import { late } from '@/lib/late'
import { bookable, orderIds, type WantedOrder } from '../model'
import { useSale } from '../use-sale'

const ExtrasWindow = late(() => import('./extras-window').then((file) => file.ExtrasWindow))

/** Add-ons and the operator's own questions of an order, once it holds seats. */
export function OrderExtras({ order }: { order: WantedOrder }) {
  const { cart, trip } = useSale()
  const id = orderIds(bookable(cart), trip).get(order.key)
  const known = trip?.tripOrders.find((one) => one.id === id)
  return known ? <Held order={known} /> : null
}

function Held({ order }: { order: TripOrder }) {
  const t = useTranslations('sell')
  const [isOpen, setOpen] = useState(false)
  const { data: offered = [] } = useQuery(extrasQuery(order.id))
  const chosen = order.addons.length + order.bookings.reduce((sum, booking) => sum + booking.addons.length, 0)
  return (
    <div className="flex flex-wrap gap-2 pb-2 empty:hidden">
      {offered.length > 0 && (
        <Button size="sm" onPress={() => setOpen(true)}>
          <PackagePlus aria-hidden className="size-4" />
          {t('addons')}
          {chosen > 0 && <Badge tone="accent">{chosen}</Badge>}
        </Button>
      )}
      <Questions fields={order.customFieldValues} order={order.id} />
      {isOpen && <ExtrasWindow kind="extras" order={order.id} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** What is asked once for the whole trip. */
export function TripQuestions() {
  const { trip } = useSale()
  return trip && <Questions fields={trip.customFieldValues} />
}

type QuestionsProps = { fields: TripFull['customFieldValues']; order?: number }

/** The way to the operator's questions, with how many that must be answered are still open. */
function Questions({ fields, order }: QuestionsProps) {
  const t = useTranslations('sell')
  const [isOpen, setOpen] = useState(false)
  const asked = fields.filter((field) => field.is_asked)
  const missing = asked.filter((field) => field.is_required && !field.is_answered).length
  const close = () => setOpen(false)
  if (asked.length === 0) return null
  return (
    <>
      <Button size="sm" onPress={() => setOpen(true)}>
        <ListChecks aria-hidden className="size-4" />
        {t('questions')}
        {missing > 0 && <Badge tone="warn">{t('unanswered', { count: missing })}</Badge>}
      </Button>
      {isOpen && order !== undefined && <ExtrasWindow kind="orderFields" order={order} onClose={close} />}
      {isOpen && order === undefined && <ExtrasWindow kind="fields" onClose={close} />}
    </>
  )
}
