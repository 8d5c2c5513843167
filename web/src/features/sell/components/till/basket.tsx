'use client'
import { ShoppingBasket } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { bookable, type Cart } from '../../model'
import type { usePaying } from '../../use-paying'
import { useSale } from '../../use-sale'
import { ClosingNotice } from '../closing-notice'
import { ContactPart } from '../contact-part'
import { ProblemNotice } from '../problem-notice'
import { QuotePanel } from '../quote-panel'
import { BasketLines } from './basket-lines'
import { GiftLines } from './gift-lines'

type Props = { paying: ReturnType<typeof usePaying>; isInWindow?: boolean }

/** What is being bought, for whom, what it costs, and the way to the money. */
export function Basket({ paying, isInWindow }: Props) {
  const t = useTranslations('sell')
  const { cart, trip, store } = useSale()
  const isEmpty = cart.orders.length === 0 && cart.products.length === 0 && !trip?.giftCards.length
  return (
    <>
      {!isInWindow && (
        <header className="flex min-h-14 items-center justify-between gap-3 border-b px-4">
          <h2 className="text-lg font-semibold">{t('basket')}</h2>
          {!isEmpty && (
            <Button size="sm" look="quiet" onPress={store.clear}>
              {t('emptyBasket')}
            </Button>
          )}
        </header>
      )}
      <div className={isInWindow ? 'space-y-5' : 'min-h-0 grow space-y-5 overflow-y-auto p-4'}>
        {isEmpty ? <Empty /> : <Contents />}
      </div>
      {!isEmpty && (
        <div className={isInWindow ? 'pt-5' : 'border-t p-4'}>
          <PayButton paying={paying} />
        </div>
      )}
    </>
  )
}

function Empty() {
  const t = useTranslations('sell')
  return (
    <div className="flex flex-col items-center gap-3 py-16 text-center text-soft">
      <ShoppingBasket aria-hidden className="size-10 text-faint" />
      <p className="max-w-56 text-pretty">{t('basketEmpty')}</p>
    </div>
  )
}

function Contents() {
  const { cart, problem } = useSale()
  const errorText = useErrorText()
  const blamed = cart.orders.find((order) => order.key === problem?.key)
  return (
    <>
      <BasketLines />
      <GiftLines />
      {problem && blamed && <ProblemNotice order={blamed} error={problem.error} />}
      {problem && !blamed && <Notice tone="bad">{errorText(problem.error)}</Notice>}
      <QuotePanel />
      <ContactPart isOptional />
    </>
  )
}

const isWorthPaying = (cart: Cart, { giftCards }: TripFull) =>
  bookable(cart).length > 0 || cart.products.length > 0 || giftCards.length > 0

function PayButton({ paying }: Pick<Props, 'paying'>) {
  const t = useTranslations('sell')
  const format = useFormat()
  const { cart, trip, saving } = useSale()
  const isReady = !!trip && saving === 'idle' && isWorthPaying(cart, trip)
  return (
    <div className="space-y-3">
      <ClosingNotice error={paying.error} changed={paying.changed} currency={trip?.currency} />
      <Button
        look="primary"
        size="lg"
        className="min-h-14! w-full text-lg"
        isDisabled={!isReady}
        isPending={paying.isPending}
        onPress={() => paying.mutate()}
      >
        {trip ? t('pay', { amount: format.money(trip.totals.balance, trip.currency) }) : t('payNow')}
      </Button>
    </div>
  )
}
