'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { lastWay } from '@/components/pay/last-way'
import { Drawer } from '@/components/ui/drawer'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import { useTitle } from '@/lib/use-title'
import { isEmptyContact } from '../../model'
import { usePaying } from '../../use-paying'
import { useSale, SaleProvider, useSaleStore } from '../../use-sale'
import { DonePanel } from '../done-panel'
import { Basket } from './basket'
import { BasketBar } from './basket-bar'
import { Shelf } from './shelf'

const PaySale = late(() => import('../pay-sale').then((file) => file.PaySale))

/** The till: what goes today and what lies on the shelf, a basket beside it, and the money. */
export function TillScreen() {
  const t = useTranslations('sell')
  const zone = useSession()?.properties.time_zone
  const store = useSaleStore('/PointOfSale', 'pos')
  useTitle(t('till'))
  if (!store || !zone) return <ScreenSkeleton />
  return (
    <SaleProvider value={store}>
      <Till />
    </SaleProvider>
  )
}

type Sold = { trip: TripFull; change: number }

function Till() {
  const t = useTranslations('sell')
  const { store } = useSale()
  const [open, setOpen] = useState<'basket' | null>(null)
  const [sold, setSold] = useState<Sold | null>(null)
  const paying = usePaying({ isNameNeeded: false })
  const done = (trip: TripFull, change: number) => {
    store.clear()
    paying.end()
    setOpen(null)
    setSold({ trip, change })
  }
  if (sold) {
    return (
      <div className="p-4 sm:p-8">
        <h1 className="sr-only">{t('till')}</h1>
        <DonePanel trip={sold.trip} change={sold.change} next={t('nextSale')} onNext={() => setSold(null)} />
      </div>
    )
  }
  return (
    <div className="lg:grid lg:h-dvh lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="min-w-0 px-4 py-4 pb-24 lg:overflow-y-auto lg:pb-4 xl:px-6">
        <Shelf />
      </div>
      <aside aria-label={t('basket')} className="hidden min-h-0 flex-col border-s bg-surface lg:flex">
        <Basket paying={paying} />
      </aside>
      <BasketBar onOpen={() => setOpen('basket')} />
      {open === 'basket' && (
        <Drawer title={t('basket')} isOpen onClose={() => setOpen(null)}>
          <Basket paying={paying} isInWindow />
        </Drawer>
      )}
      <Money paying={paying} onDone={done} />
    </div>
  )
}

type MoneyProps = { paying: ReturnType<typeof usePaying>; onDone: (trip: TripFull, change: number) => void }

function Money({ paying, onDone }: MoneyProps) {
  const { cart } = useSale()
  if (!paying.trip) return null
  const notify = !isEmptyContact(cart.contact)
  return <PaySale trip={paying.trip} start={lastWay('cash')} {...{ notify, onDone }} isLarge onClose={paying.end} />
}
