'use client'
import { Flag, Printer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'
import { fullName } from '@/lib/names'
import { useFormat } from '@/lib/use-format'
import { useTrip } from '../trip-context'
import { NextStep } from './next-step'
import { TripBadges } from './trip-badges'
import { TripMenu } from './trip-menu'

/** Whose trip it is, its code and state, the balance and what is to be done next: always in view. */
export function TripHeader() {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  return (
    <header className="sticky top-0 z-10 border-b bg-canvas/95 backdrop-blur">
      <div className="mx-auto max-w-6xl px-4 pt-3 pb-3 md:px-8">
        <HeaderLinks />
        <div className="mt-1 flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h1 className="text-xl font-semibold text-balance sm:text-2xl">
              {fullName(trip.contact) || trip.group_name || t('noName')}
            </h1>
            <div className="mt-1 flex flex-wrap items-center gap-2 text-sm">
              <span className="font-mono tracking-wider text-soft select-all">{trip.confirmation_code}</span>
              <TripBadges trip={trip} />
              {trip.flag && (
                <Badge tone="bad">
                  <Flag aria-hidden className="size-3" />
                  {t('flagged')}
                </Badge>
              )}
            </div>
          </div>
          <div className="flex shrink-0 items-center gap-4">
            <Balance />
            <div className="hidden sm:block">
              <NextStep />
            </div>
            <TripMenu />
          </div>
        </div>
        <div className="mt-2 sm:hidden">
          <NextStep isWide />
        </div>
      </div>
    </header>
  )
}

function Balance() {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  const { balance, total } = trip.totals
  const [amount, word] = balance > 0 ? [balance, t('due')] : balance < 0 ? [-balance, t('credit')] : [total, t('total')]
  return (
    <div className="text-end" aria-live="polite">
      <p className={`text-xl font-semibold tabular-nums sm:text-2xl ${balance === 0 ? '' : 'text-warn'}`}>
        {format.money(amount, trip.currency)}
      </p>
      <p className="text-sm text-faint">{word}</p>
    </div>
  )
}

/** Back to the day of the trip, and on to paper. */
function HeaderLinks() {
  const t = useTranslations('trip')
  const format = useFormat()
  const { id, trip, zone } = useTrip()
  const day = trip.first_start_at && dayIn(zone, new Date(trip.first_start_at))
  const className = 'hover:text-ink hover:underline'
  return (
    <div className="flex items-center justify-between gap-4 text-sm text-faint">
      {day ? (
        <AppLink to="manifest" params={{}} query={`date=${day}`} className={className}>
          ← {format.day(day, 'short')}
        </AppLink>
      ) : (
        <AppLink to="trips" params={{}} className={className}>
          ← {t('allTrips')}
        </AppLink>
      )}
      <AppLink
        to="tripPrint"
        params={{ trip: id }}
        prefetch={false}
        className={`flex items-center gap-1.5 ${className}`}
      >
        <Printer aria-hidden className="size-4" />
        {t('print')}
      </AppLink>
    </div>
  )
}
