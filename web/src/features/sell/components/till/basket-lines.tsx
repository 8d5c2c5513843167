'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Stepper } from '@/components/ui/stepper'
import { isolate } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { pricesQuery } from '../../api'
import type { WantedOrder, WantedProduct } from '../../model'
import { useSale } from '../../use-sale'

/** The slip: each departure with its guests, each product, all with buttons to correct them. */
export function BasketLines() {
  const { cart } = useSale()
  return (
    <ul className="space-y-4">
      {cart.orders.map((order) => (
        <OrderLines key={order.key} order={order} />
      ))}
      {cart.products.map((product) => (
        <ProductLine key={product.product_id} product={product} />
      ))}
    </ul>
  )
}

function OrderLines({ order }: { order: WantedOrder }) {
  const t = useTranslations('sell')
  const format = useFormat()
  const { cart, store } = useSale()
  const { data } = useQuery(pricesQuery(order.timeslot_id, cart.method))
  const rows = Object.entries(order.quantities).filter(([, qty]) => qty > 0)
  const set = (id: string, qty: number) =>
    store.change(({ orders }) => ({
      orders: orders
        .map((one) => (one.key === order.key ? { ...one, quantities: { ...one.quantities, [id]: qty } } : one))
        .filter((one) => one.key !== order.key || Object.values(one.quantities).some((left) => left > 0)),
    }))
  const nameOf = (id: string) => {
    const price = data?.prices.find((one) => String(one.experience_customer_type_id) === id)
    return price ? price.label || price.customer_type.name : '…'
  }
  return (
    <li>
      <p className="font-medium">{order.name}</p>
      <p className="text-sm text-soft tabular-nums">
        {order.is_flex ? t('anyTime') : format.time(order.start_time)} · {format.day(order.date, 'short')}
      </p>
      <ul>
        {rows.map(([id, qty]) => (
          <li key={id} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0 truncate">{nameOf(id)}</span>
            <Stepper
              label={`${isolate(order.name)}: ${isolate(nameOf(id))}`}
              value={qty}
              onChange={(next) => set(id, next)}
            />
          </li>
        ))}
      </ul>
    </li>
  )
}

function ProductLine({ product }: { product: WantedProduct }) {
  const format = useFormat()
  const currency = useSession()?.properties.currency ?? 'USD'
  const { store } = useSale()
  const set = (qty: number) =>
    store.change(({ products }) => ({
      products: products
        .map((one) => (one.product_id === product.product_id ? { ...one, qty } : one))
        .filter((one) => one.qty > 0),
    }))
  return (
    <li className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block font-medium text-pretty">{product.name}</span>
        <span className="text-sm text-faint tabular-nums">{format.money(product.price, currency)}</span>
      </span>
      <Stepper label={product.name} value={product.qty} onChange={set} />
    </li>
  )
}
