'use client'
import { CalendarX2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { AppLink } from '@/lib/app-link'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import { nameOf } from '../model'
import type { Unscheduled } from '../types'

/** Orders that are paid for or promised and have no departure: somebody has to find them one. */
export function UnscheduledList({ orders, currency }: { orders: Unscheduled[]; currency: string }) {
  const t = useTranslations('manifest')
  return (
    <section className="overflow-hidden rounded-xl border bg-surface">
      <header className="flex items-start gap-3 px-5 py-3">
        <CalendarX2 aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
        <div>
          <h2 className="font-semibold">{t('unscheduled', { count: orders.length })}</h2>
          <p className="text-sm text-soft">{t('unscheduledText')}</p>
        </div>
      </header>
      <ul className="divide-y border-t">
        {orders.map((order) => (
          <UnscheduledRow key={order.id} order={order} currency={currency} />
        ))}
      </ul>
    </section>
  )
}

function UnscheduledRow({ order, currency }: { order: Unscheduled; currency: string }) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const guestCount = useGuestCount()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const { trip, experience, by_type, unscheduled_at, schedule_by } = order
  const guests = format.shortList(by_type.map(({ name, cnt }) => guestCount(name, cnt)))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 pr-3 pl-5">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <bdi>{nameOf(order) || t('noName')}</bdi>
          {trip.balance_amount > 0 && (
            <Badge tone="warn">{t('amountDue', { amount: format.moneyShort(trip.balance_amount, currency) })}</Badge>
          )}
          {trip.collected_by && <Badge>{t('collectedBy', { name: trip.collected_by })}</Badge>}
        </p>
        <p className="text-sm text-faint">
          <bdi>{experience.name}</bdi> · {guests} · <span className="font-mono text-xs">{trip.confirmation_code}</span>
          {unscheduled_at && ` · ${t('since', { when: format.instant(unscheduled_at, zone) })}`}
          {schedule_by && ` · ${t('scheduleBy', { day: format.day(schedule_by, 'medium') })}`}
        </p>
      </div>
      <AppLink to="trip" params={{ trip: String(trip.id) }} prefetch={false} className={buttonClass('secondary', 'sm')}>
        {t('findDeparture')}
      </AppLink>
    </li>
  )
}
