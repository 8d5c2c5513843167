'use client'
import { Printer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { PaidBadge, TripStatusBadge } from '@/components/trip-badges'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'
import { fullName } from '@/lib/names'
import { useFormat } from '@/lib/use-format'

/** Whose trip it is, its code and state, and the balance: always in view. */
export function TripHeader({ id, trip, zone }: { id: string; trip: TripFull; zone: string }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { balance } = trip.totals
  const day = trip.first_start_at && dayIn(zone, new Date(trip.first_start_at))
  return (
    <header className="sticky top-0 z-10 border-b bg-canvas/95 backdrop-blur">
      <div className="mx-auto max-w-6xl px-4 pt-3 pb-3 md:px-8">
        <HeaderLinks id={id} day={day} />
        <div className="mt-1 flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h1 className="text-xl font-semibold text-balance sm:text-2xl">
              {fullName(trip.contact) || trip.group_name || t('noName')}
            </h1>
            <div className="mt-1 flex flex-wrap items-center gap-2 text-sm">
              <span className="font-mono tracking-wider text-soft select-all">{trip.confirmation_code}</span>
              <TripStatusBadge status={trip.status} />
              <PaidBadge state={trip.paid_state} />
            </div>
          </div>
          <div className="shrink-0 text-right">
            <p className={`text-xl font-semibold tabular-nums sm:text-2xl ${balance > 0 ? 'text-warn' : ''}`}>
              {format.money(balance > 0 ? balance : trip.totals.total, trip.currency)}
            </p>
            <p className="text-sm text-faint">{balance > 0 ? t('due') : t('total')}</p>
          </div>
        </div>
      </div>
    </header>
  )
}

/** Back to the day of the trip, and on to paper. */
function HeaderLinks({ id, day }: { id: string; day: string | null }) {
  const t = useTranslations('trip')
  const format = useFormat()
  return (
    <div className="flex items-center justify-between gap-4 text-sm text-faint">
      {day ? (
        <AppLink to="manifest" params={{}} query={`date=${day}`} className="hover:text-ink hover:underline">
          ← {format.day(day, 'short')}
        </AppLink>
      ) : (
        <span />
      )}
      <AppLink
        to="tripPrint"
        params={{ trip: id }}
        prefetch={false}
        className="flex items-center gap-1.5 hover:text-ink hover:underline"
      >
        <Printer aria-hidden className="size-4" />
        {t('print')}
      </AppLink>
    </div>
  )
}
