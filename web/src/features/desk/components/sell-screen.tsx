'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Suspense, useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { SaleProvider, useSale } from '@/features/sell/use-sale'
import { late } from '@/lib/late'
import { useGo } from '@/lib/use-go'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { dayQuery, deskQuery } from '../api'
import { cartOf, firstParty, orderOn, partyOf, type Fallback } from '../model'
import type { Departure, Desk, RepeatSale, Tour, Waiting } from '../types'
import { useDeskSale, useFallback } from '../use-desk-sale'
import { CreditNote } from './credit-note'
import { DayPicker } from './day-picker'
import { Closed } from './closed'
import { DayList } from './day-list'
import { RepeatSales } from './repeat-sales'
import { WaitingParties } from './waiting-parties'

const SaleSheet = late(() => import('./sale-sheet').then((file) => file.SaleSheet))
const WaitSheet = late(() => import('./wait-sheet').then((file) => file.WaitSheet))

/** What is free, at which price; a time is tapped and sold. */
export function SellScreen() {
  const t = useTranslations('desk')
  const { data: desk, error, refetch } = useQuery(deskQuery)
  const fallback = useFallback(desk)
  const store = useDeskSale(fallback)
  useTitle(t('page_desk'))
  if (error && !desk) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!desk || !store || !fallback) return <ScreenSkeleton />
  return (
    <SaleProvider value={store}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Counter desk={desk} fallback={fallback} />
      </Suspense>
    </SaleProvider>
  )
}

function Counter({ desk, fallback }: { desk: Desk; fallback: Fallback }) {
  const t = useTranslations('desk')
  const go = useGo()
  const [day, setDay] = useState(desk.today)
  const choosing = useChoosing(fallback)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const { store } = useSale()
  const [isLeaving, setLeaving] = useState(false)
  const isActive = desk.reseller.status === 'active'
  useWarmVoucher(choosing.isOpen)
  const leave = ({ id }: TripFull) => {
    // Nothing of the sale is left behind it, and nothing can be tapped twice on the way to its voucher.
    setLeaving(true)
    store.clear()
    go('deskTrip', { trip: String(id) }, { query: 'sold=1' })
  }
  if (isLeaving) return <ScreenSkeleton />
  return (
    <PageBody>
      <h1 className="sr-only">{t('page_desk')}</h1>
      {!isActive && <Closed desk={desk} />}
      <CreditNote desk={desk} />
      {isActive && (
        <>
          <WaitingParties onAccept={choosing.take} />
          <RepeatSales rows={desk.repeat_sales} today={desk.today} onChoose={choosing.repeat} />
          <DayPicker day={day} today={desk.today} onChange={setDay} />
          <DayList day={day} desk={desk} onDay={setDay} onChoose={choosing.choose} onWait={setWaiting} />
        </>
      )}
      {waiting && (
        <WaitSheet {...waiting} {...{ fallback }} currency={desk.currency} onClose={() => setWaiting(null)} />
      )}
      {choosing.isOpen && <SaleSheet desk={desk} fallback={fallback} onClose={choosing.close} onSold={leave} />}
    </PageBody>
  )
}

/** The page of a voucher is fetched while the guest's name is typed: no wait after the sale. */
function useWarmVoucher(isSelling: boolean) {
  const router = useRouter()
  const locale = useLocale()
  useEffect(() => {
    if (isSelling) router.prefetch(href('deskTrip', { trip: '0' }, locale))
  }, [isSelling, router, locale])
}

/** The departure that is being sold; a sale that a reload interrupted is open again. */
function useChoosing(fallback: Fallback) {
  const { store, cart } = useSale()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(cart.orders.length > 0)
  const begin = (tour: Pick<Tour, 'id' | 'name' | 'color'>, departure: Departure, party: Record<string, number>) => {
    store.change({ orders: [orderOn(tour, departure, party)] })
    setOpen(true)
  }
  const choose = (tour: Tour, departure: Departure) => begin(tour, departure, firstParty(tour, departure))
  const repeat = (sale: RepeatSale) => {
    void queries.prefetchQuery(dayQuery(sale.departure.date))
    begin({ id: sale.experience_id, name: sale.name, color: sale.color }, sale.departure, partyOf(sale))
  }
  const take = (trip: TripFull) => {
    // The draft has the guests and their seats already; what was typed before it was another sale.
    store.clear()
    store.take({ trip, warnings: [] })
    store.change(cartOf(trip, fallback))
    setOpen(true)
  }
  const close = () => {
    // The seats go back; what was typed of the guest stays for the next time that is chosen.
    store.change({ orders: [] })
    setOpen(false)
  }
  return { isOpen, choose, repeat, take, close }
}
