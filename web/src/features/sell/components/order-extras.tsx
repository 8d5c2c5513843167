'use client'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, PackagePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TripOrder } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { extrasQuery } from '@/features/trip/api'
import { late } from '@/lib/late'
import { bookable, orderIds, type WantedOrder } from '../model'
import { useSale } from '../use-sale'

const ExtrasWindow = late(() => import('./extras-window').then((file) => file.ExtrasWindow))

type Field = { is_asked: boolean; is_required: boolean; is_answered: boolean }

const fieldsOf = (order: object) => ('customFieldValues' in order ? (order.customFieldValues as Field[]) : [])

/** Add-ons and the operator's own questions of an order, once it holds seats. */
export function OrderExtras({ order }: { order: WantedOrder }) {
  const { cart, trip } = useSale()
  const id = orderIds(bookable(cart), trip).get(order.key)
  const known = trip?.tripOrders.find((one) => one.id === id)
  return known ? <Held order={known} /> : null
}

function Held({ order }: { order: TripOrder }) {
  const t = useTranslations('sell')
  const [open, setOpen] = useState<'extras' | 'orderFields' | null>(null)
  const { data: offered = [] } = useQuery(extrasQuery(order.id))
  const asked = fieldsOf(order).filter((field) => field.is_asked)
  const missing = asked.filter((field) => field.is_required && !field.is_answered).length
  const chosen = order.addons.length + order.bookings.reduce((sum, booking) => sum + booking.addons.length, 0)
  if (offered.length === 0 && asked.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 pb-2">
      {offered.length > 0 && (
        <Button size="sm" onPress={() => setOpen('extras')}>
          <PackagePlus aria-hidden className="size-4" />
          {t('addons')}
          {chosen > 0 && <Badge tone="accent">{chosen}</Badge>}
        </Button>
      )}
      {asked.length > 0 && (
        <Button size="sm" onPress={() => setOpen('orderFields')}>
          <ListChecks aria-hidden className="size-4" />
          {t('questions')}
          {missing > 0 && <Badge tone="warn">{t('unanswered', { count: missing })}</Badge>}
        </Button>
      )}
      {open && <ExtrasWindow kind={open} order={order.id} onClose={() => setOpen(null)} />}
    </div>
  )
}
