'use client'
import { ShoppingBag } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { useFormat } from '@/lib/use-format'
import { guestName } from '../model'
import { useTrip } from '../trip-context'
import type { SoldProduct } from '../types'

/** What was sold from the shelf: to the trip, or to one of its guests. */
export function ProductsCard() {
  const t = useTranslations('trip')
  const { trip, may, open } = useTrip()
  if (trip.bookingProducts.length === 0) return null
  const actions = may.edit && (
    <Button size="sm" onPress={() => open({ kind: 'products' })}>
      <ShoppingBag aria-hidden className="size-4" />
      {t('changeProducts')}
    </Button>
  )
  return (
    <Card title={t('products')} actions={actions}>
      <ul className="-my-1.5">
        {trip.bookingProducts.map((product) => (
          <Row key={product.id} product={product} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ product }: { product: SoldProduct }) {
  const format = useFormat()
  const { trip } = useTrip()
  const whose = trip.tripOrders.flatMap((order) =>
    order.bookings.filter((one) => one.id === product.booking_id).map((one) => guestName(one, order)),
  )
  return (
    <li className="flex justify-between gap-4 py-1.5">
      <span>
        <bdi>{product.name}</bdi>
        {product.qty > 1 && <span className="text-faint"> × {format.number(product.qty)}</span>}
        {whose.length > 0 && <span className="block text-sm text-faint">{whose}</span>}
      </span>
      <span className="tabular-nums">{format.money(product.amount, trip.currency)}</span>
    </li>
  )
}
