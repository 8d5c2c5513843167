'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Button } from '@/components/ui/button'
import { Card, PageBody, PageHeader } from '@/components/ui/page-header'
import { addDays, dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useTitle } from '@/lib/use-title'
import type { TripFull } from '@/api/models'
import { dayQuery } from '../api'
import { noteSale } from '../calls'
import { choicesOf, wallClock } from '../departures'
import { isUntouched } from '../model'
import { SaleProvider, useSale, useSaleStore } from '../use-sale'
import { Asked } from './asked'
import { ContactPart } from './contact-part'
import { DonePanel } from './done-panel'
import { DetailsPart } from './details-part'
import { Finish } from './finish'
import { OrdersPart } from './orders-part'
import { QuotePanel } from './quote-panel'

/** A trip made while somebody waits on the phone: where, how many, who, done. */
export function NewTripScreen() {
  const t = useTranslations('sell')
  const zone = useSession()?.properties.time_zone
  const store = useSaleStore('/trip/new', 'phone')
  useTitle(t('newTrip'))
  if (!store || !zone) return <ScreenSkeleton />
  return (
    <SaleProvider value={store}>
      <Desk today={dayIn(zone)} />
    </SaleProvider>
  )
}

/** Today while something still goes, else tomorrow; then the day that was chosen. */
function useStartDay(today: string) {
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const [chosen, setChosen] = useState<string | null>(null)
  const { data } = useQuery(dayQuery(today))
  const choices = data ? choicesOf(data, wallClock(zone)) : []
  const isOver = choices.length > 0 && choices.every((choice) => choice.isPast)
  return [chosen ?? (isOver ? addDays(today, 1) : today), setChosen] as const
}

function Desk({ today }: { today: string }) {
  const t = useTranslations('sell')
  const { store } = useSale()
  const [day, setDay] = useStartDay(today)
  const [round, setRound] = useState(0)
  const [done, setDone] = useState<{ trip: TripFull; change: number } | null>(null)
  const clear = () => {
    store.clear()
    setDay(null)
    setRound(round + 1)
  }
  if (done) return <Done {...done} onNext={() => setDone(null)} />
  const finish = (trip: TripFull, change: number) => {
    const { call_id } = store.get().cart
    if (call_id && trip.id) void noteSale(call_id, trip.id)
    clear()
    setDone({ trip, change })
  }
  return (
    <PageBody>
      <Head onClear={clear} />
      <Asked onDay={setDay} />
      <div key={round} className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="space-y-5">
          <OrdersPart day={day} onDay={setDay} />
          <ContactPart />
          <DetailsPart />
        </div>
        <div className="space-y-5 lg:sticky lg:top-5">
          <Card title={t('price')}>
            <QuotePanel />
          </Card>
          <Finish onDone={finish} />
        </div>
      </div>
    </PageBody>
  )
}

function Done({ trip, change, onNext }: { trip: TripFull; change: number; onNext: () => void }) {
  const t = useTranslations('sell')
  return (
    <PageBody>
      <h1 className="sr-only">{t('newTrip')}</h1>
      <DonePanel trip={trip} change={change} next={t('newTrip')} onNext={onNext} />
    </PageBody>
  )
}

function Head({ onClear }: { onClear: () => void }) {
  const t = useTranslations('sell')
  const { cart } = useSale()
  return (
    <PageHeader title={t('newTrip')}>
      {!isUntouched(cart) && (
        <Button look="quiet" onPress={onClear}>
          {t('startOver')}
        </Button>
      )}
    </PageHeader>
  )
}
