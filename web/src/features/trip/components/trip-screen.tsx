'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { cx } from '@/components/ui/cx'
import { Notice } from '@/components/ui/notice'
import { PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { fullName } from '@/lib/names'
import { useSession } from '@/lib/session'
import { useRecent } from '@/lib/use-recent'
import { useRoute } from '@/lib/use-route'
import { useScrollReset } from '@/lib/use-scroll-reset'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { tripQuery } from '../api'
import { tabOf, tripTabs, type TripTab } from '../tabs'
import { ContactCard } from './contact-card'
import { HistoryCard } from './history-card'
import { MoneyCard } from './money-card'
import { OrderCard } from './order-card'
import { TripHeader } from './trip-header'

export function TripScreen() {
  const params = useRoute('trip')
  return params && <Trip key={params.trip} id={params.trip} tab={tabOf(params.tab)} />
}

/** The trip among the recent things of the palette, by its guest's name. */
function recentOf(id: string, trip: TripFull) {
  const title = fullName(trip.contact) || trip.group_name || trip.confirmation_code
  return { type: 'trip', id, title, subtitle: trip.confirmation_code, url: href('trip', { trip: id }) }
}

const attentions = ['paid_without_seats', 'refund_failed'] as const

/** One trip on one page: who, when, what it costs, what was paid, what happened. */
function Trip({ id, tab }: { id: string; tab: TripTab }) {
  const t = useTranslations('trip')
  const zone = useSession()?.properties.time_zone
  const { data: trip, error, refetch } = useQuery(tripQuery(id))
  useTitle(trip?.confirmation_code ?? t('title'))
  useScrollReset(id)
  useRecent(trip ? recentOf(id, trip) : null)
  if (error && !trip) return <ErrorState error={error} onRetry={refetch} />
  if (!trip || !zone) return <ScreenSkeleton />
  const on = (one: TripTab) => cx(tab !== one && 'hidden lg:block')
  return (
    <>
      <TripHeader id={id} trip={trip} zone={zone} />
      <PageBody>
        {trip.attention && <Attention slug={trip.attention} />}
        <TabLinks id={id} tab={tab} />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <div className="flex flex-col gap-5">
            <div className={cx('space-y-5', on('guests'))}>
              {trip.tripOrders.map((order) => (
                <OrderCard key={order.id} id={id} order={order} trip={trip} zone={zone} />
              ))}
            </div>
            <div className={on('history')}>
              <HistoryCard id={id} zone={zone} />
            </div>
          </div>
          <div className="flex flex-col gap-5">
            <div className={on('guests')}>
              <ContactCard trip={trip} />
            </div>
            <div className={on('payments')}>
              <MoneyCard trip={trip} zone={zone} />
            </div>
          </div>
        </div>
      </PageBody>
    </>
  )
}

function Attention({ slug }: { slug: string }) {
  const t = useTranslations('trip')
  const known = attentions.find((one) => one === slug)
  return (
    <div className="mb-4">
      <Notice tone="warn">{known ? t(`attention_${known}`) : slug}</Notice>
    </div>
  )
}

function TabLinks({ id, tab }: { id: string; tab: TripTab }) {
  const t = useTranslations('trip')
  return (
    <nav aria-label={t('parts')} className="-mx-4 -mt-5 mb-4 flex border-b px-4 lg:hidden">
      {tripTabs.map((one) => (
        <AppLink
          key={one}
          to="trip"
          params={one === 'guests' ? { trip: id } : { trip: id, tab: one }}
          replace
          scroll={false}
          prefetch={false}
          aria-current={one === tab ? 'page' : undefined}
          className={cx(
            'flex min-h-11 flex-1 items-center justify-center border-b-2 text-sm font-medium',
            one === tab ? 'border-accent text-accent' : 'border-transparent text-soft',
          )}
        >
          {t(`tab_${one}`)}
        </AppLink>
      ))}
    </nav>
  )
}
