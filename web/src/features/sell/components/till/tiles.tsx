'use client'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Picture } from '@/components/ui/picture'
import { Press } from '@/components/ui/press'
import { Swatch } from '@/components/ui/swatch'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Product } from '../../api'
import type { Choice } from '../../departures'
import { guestsOf } from '../../model'
import { useSale } from '../../use-sale'
import { useTill } from '../../use-till'
import { FromPrice, Left } from '../choice-row'

const GuestsDialog = late(() => import('./guests-dialog').then((file) => file.GuestsDialog))

export function TileGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4"
    >
      {children}
    </ul>
  )
}

const tile =
  'relative flex h-full min-h-30 w-full flex-col items-start gap-1 overflow-hidden rounded-xl border p-3 text-start'

/** A departure for a finger: when it goes, what it is, how many seats are left. */
export function DepartureTile({ choice }: { choice: Choice }) {
  const t = useTranslations('sell')
  const format = useFormat()
  const { cart } = useSale()
  const [isOpen, setOpen] = useState(false)
  const { slot, name, color, isPast, isClosed } = choice
  const order = cart.orders.find((one) => one.timeslot_id === slot.id)
  return (
    <li>
      <Press
        onPress={() => setOpen(true)}
        className={cx(tile, 'ps-5', order ? 'border-accent bg-accent-wash' : 'bg-surface hover:bg-sunken')}
      >
        <Swatch color={color} className="absolute inset-y-0 start-0 h-full w-2" />
        <span className={cx('text-xl font-semibold tabular-nums', isPast && 'text-faint')}>
          {slot.is_flex ? t('anyTime') : format.time(slot.start_time)}
        </span>
        <span className="line-clamp-2 grow font-medium text-pretty">{name}</span>
        <FromPrice choice={choice} />
        {(isPast || isClosed) && <span className="text-sm text-soft">{isClosed ? t('closed') : t('hasLeft')}</span>}
        {!isClosed && <Left choice={choice} />}
        {order && guestsOf(order) > 0 && <Count>{guestsOf(order)}</Count>}
      </Press>
      {isOpen && <GuestsDialog choice={choice} onClose={() => setOpen(false)} />}
    </li>
  )
}

/** A thing on the shelf: one press puts one more into the basket. */
export function ProductTile({ product }: { product: Product }) {
  const t = useTranslations('sell')
  const format = useFormat()
  const currency = useSession()?.properties.currency ?? 'USD'
  const { cart } = useSale()
  const { addProduct } = useTill()
  const qty = cart.products.find((one) => one.product_id === product.id)?.qty ?? 0
  const left = product.stock_qty === null ? null : product.stock_qty - qty
  return (
    <li>
      <Press
        onPress={() => addProduct(product)}
        isDisabled={left !== null && left <= 0}
        className={cx(
          tile,
          'disabled:opacity-60',
          qty > 0 ? 'border-accent bg-accent-wash' : 'bg-surface hover:bg-sunken',
        )}
      >
        {product.image && <Picture url={product.image} sizes="240px" className="mb-1 h-16 w-full rounded-md" />}
        <span className="line-clamp-2 grow font-medium text-pretty">{product.name}</span>
        <span className="text-lg font-semibold tabular-nums">{format.money(product.price, currency)}</span>
        {left !== null && (
          <span className={cx('text-sm tabular-nums', left <= 3 ? 'text-warn' : 'text-faint')}>
            {t('inStock', { count: Math.max(0, left) })}
          </span>
        )}
        {qty > 0 && <Count>{qty}</Count>}
      </Press>
    </li>
  )
}

function Count({ children }: { children: number }) {
  const format = useFormat()
  return (
    <span className="absolute end-2 top-2 grid min-h-8 min-w-8 place-items-center rounded-full bg-accent px-2 font-semibold text-on-accent tabular-nums">
      {format.number(children)}
    </span>
  )
}
