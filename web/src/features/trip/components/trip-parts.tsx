'use client'
import { useTranslations } from 'use-intl'
import { CallsCard } from '@/components/calls/calls-card'
import { cx } from '@/components/ui/cx'
import { AppLink } from '@/lib/app-link'
import { tripTabs, type TripTab } from '../tabs'
import { useTrip } from '../trip-context'
import { ContactCard } from './contact-card'
import { DetailsCard } from './details-card'
import { HistoryCard } from './history-card'
import { MessagesCard } from './messages-card'
import { MoneyCard } from './money-card'
import { NotesCard } from './notes-card'
import { OrdersPart } from './orders-part'
import { PaymentsCard } from './payments-card'

/** All parts side by side on a wide screen, one at a time on a small one. */
export function TripParts({ tab }: { tab: TripTab }) {
  const on = (...tabs: TripTab[]) => cx(!tabs.includes(tab) && 'hidden lg:block')
  return (
    <>
      <TabLinks tab={tab} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <div className={on('guests')}>
            <OrdersPart />
          </div>
          <div className={on('guests')}>
            <NotesCard />
          </div>
          <div className={on('history')}>
            <MessagesCard />
          </div>
          <div className={cx('space-y-5', on('history'))}>
            <TripCalls />
            <HistoryCard />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <div className={on('payments')}>
            <MoneyCard />
          </div>
          <div className={on('payments')}>
            <PaymentsCard />
          </div>
          <div className={on('guests')}>
            <ContactCard />
          </div>
          <div className={on('guests')}>
            <DetailsCard />
          </div>
        </div>
      </div>
    </>
  )
}

function TripCalls() {
  const { id, trip } = useTrip()
  const known = { trip_id: trip.id, customer_id: trip.customer?.id, number: trip.contact.phone ?? '' }
  return <CallsCard whose={{ trip: id }} known={known} />
}

function TabLinks({ tab }: { tab: TripTab }) {
  const t = useTranslations('trip')
  const { id } = useTrip()
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
