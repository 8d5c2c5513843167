'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { SearchField } from '@/components/ui/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import { Stepper } from '@/components/ui/stepper'
import { useFormat } from '@/lib/use-format'
import { productsQuery } from '../../api'
import { guestName } from '../../model'
import { useTrip } from '../../trip-context'
import type { Trip } from '../../types'
import { useProductDeeds, type Product } from '../../use-product-deeds'
import type { DialogProps } from '../types'
import { Meanwhile } from './meanwhile-note'

/** Things from the shelf, for the trip or one guest: each press on plus or minus is a sale or its return. */
export function ProductsDrawer({ what, onClose }: DialogProps<'products'>) {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const { trip } = useTrip()
  const [search, setSearch] = useState('')
  const { data } = useQuery(productsQuery())
  const words = search.trim().toLocaleLowerCase()
  const found = data?.filter((one) =>
    `${one.name} ${one.sku ?? ''} ${one.category}`.toLocaleLowerCase().includes(words),
  )
  const who = nameOf(trip, what.booking)
  return (
    <Drawer
      title={who ? t('productsFor', { who }) : t('products')}
      isOpen
      onClose={onClose}
      footer={
        <Button look="primary" onPress={onClose}>
          {common('close')}
        </Button>
      }
    >
      <div className="space-y-4">
        <Meanwhile />
        <SearchField label={t('findProduct')} value={search} onChange={setSearch} autoFocus />
        {!data && <Skeleton className="h-48" />}
        {found?.length === 0 && <p className="text-soft">{common('nothingFound')}</p>}
        <ul className="divide-y">
          {found?.map((product) => (
            <Row key={product.id} product={product} booking={what.booking ?? null} />
          ))}
        </ul>
      </div>
    </Drawer>
  )
}

function nameOf(trip: Trip, id: number | undefined): string | null {
  for (const order of trip.tripOrders) {
    const booking = order.bookings.find((one) => one.id === id)
    if (booking) return guestName(booking, order)
  }
  return null
}

function Row({ product, booking }: { product: Product; booking: number | null }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  const { setQty } = useProductDeeds()
  const sold = trip.bookingProducts.find((one) => one.product_id === product.id && one.booking_id === booking)
  const left = product.stock_qty
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <span className="font-medium">{product.name}</span>
        <span className="block text-sm text-soft tabular-nums">
          {format.money(sold?.unit_amount ?? product.price, trip.currency)}
          {left !== null && ` · ${t('onShelf', { count: left })}`}
        </span>
      </span>
      <Stepper
        label={product.name}
        value={sold?.qty ?? 0}
        max={left === null ? undefined : left + (sold?.qty ?? 0)}
        onChange={(qty) => setQty({ product, booking, sold, qty })}
      />
    </li>
  )
}
