'use client'
import { ShoppingBasket } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useStanding } from '@/lib/standing'
import { useFormat } from '@/lib/use-format'
import { guestsOf } from '../../model'
import { useSale } from '../../use-sale'

/** On narrow screens: what is in the basket and what it costs, always under the thumb. */
export function BasketBar({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations('sell')
  const format = useFormat()
  const { cart, trip } = useSale()
  const count =
    cart.orders.reduce((sum, order) => sum + guestsOf(order), 0) +
    cart.products.reduce((sum, product) => sum + product.qty, 0)
  useStanding('bar', count > 0)
  if (count === 0) return null
  return (
    <div className="fixed inset-x-0 bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 border-t bg-surface p-3 md:bottom-0 md:left-56 md:in-data-[rail=slim]:left-15 lg:hidden">
      <Button look="primary" size="lg" className="min-h-14! w-full justify-between! text-lg" onPress={onOpen}>
        <span className="flex items-center gap-2">
          <ShoppingBasket aria-hidden className="size-5" />
          {t('items', { count })}
        </span>
        {trip && <span className="tabular-nums">{format.money(trip.totals.balance, trip.currency)}</span>}
      </Button>
    </div>
  )
}
