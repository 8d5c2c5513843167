'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { Switch } from '@/components/ui/switch'
import { AppLink } from '@/lib/app-link'
import { dateFormat } from '@/lib/intl'
import { fullName } from '@/lib/names'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { earningsQuery } from '../api'
import { monthAt } from '../model'
import type { EarnedTrip, Earnings } from '../types'

/** A month's commission: in all, and trip by trip. */
export function EarningsPart({ today, reseller }: { today: string; reseller: string }) {
  const t = useTranslations('desk')
  const [back, setBack] = useState(0)
  const [isAll, setAll] = useState(false)
  const month = monthAt(today, -back)
  const { data, error, refetch } = useQuery(earningsQuery(month, !isAll))
  return (
    <Card title={t('commission')} actions={<Months month={month} back={back} onChange={setBack} />}>
      <Switch isSelected={isAll} onChange={setAll}>
        {t('everybodyAt', { reseller })}
      </Switch>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data ? <Month earned={data} /> : <Skeleton className="mt-4 h-40" />}
    </Card>
  )
}

function Months({ month, back, onChange }: { month: string; back: number; onChange: (back: number) => void }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const name = dateFormat(format.locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}T00:00:00Z`),
  )
  return (
    <span className="flex items-center">
      <IconButton label={t('monthBefore')} isDisabled={back >= 24} onPress={() => onChange(back + 1)}>
        <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
      </IconButton>
      <span aria-live="polite" className="min-w-28 text-center text-sm font-medium">
        {name}
      </span>
      <IconButton label={t('monthAfter')} isDisabled={back === 0} onPress={() => onChange(back - 1)}>
        <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
      </IconButton>
    </span>
  )
}

function Month({ earned: { sum, currency, trips } }: { earned: Earnings }) {
  const t = useTranslations('desk')
  const format = useFormat()
  return (
    <>
      <p className="mt-4 text-3xl font-semibold tabular-nums">{format.money(sum.commission_amount, currency)}</p>
      <p className="mt-1 text-sm text-soft tabular-nums">
        {[
          t('tripCount', { count: sum.trips_cnt }),
          ...(sum.trips_cnt > 0
            ? [t('guestCount', { count: sum.pax_cnt }), format.money(sum.total_amount, currency)]
            : []),
        ].join(' · ')}
      </p>
      {trips.length > 0 && (
        <ul className="mt-4 divide-y border-t">
          {trips.map((trip) => (
            <Line key={trip.id} trip={trip} currency={currency} />
          ))}
        </ul>
      )}
    </>
  )
}

function Line({ trip, currency }: { trip: EarnedTrip; currency: string }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return (
    <li>
      <AppLink
        to="deskTrip"
        params={{ trip: String(trip.id) }}
        className="flex items-baseline justify-between gap-4 py-2.5 hover:bg-sunken"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">{fullName(trip) || trip.confirmation_code}</span>
          <span className="block truncate text-sm text-soft">{format.shortList(trip.experience_names)}</span>
          <span className="block text-sm text-faint">{trip.reserved_at && format.instant(trip.reserved_at, zone)}</span>
        </span>
        <span className="shrink-0 text-end tabular-nums">
          <span className="block font-semibold">{format.money(trip.commission_amount, currency)}</span>
          <span className="block text-sm text-faint">
            {t('of', { amount: format.money(trip.total_amount, currency) })}
          </span>
          {trip.agent_amount !== null && (
            <span className="block text-sm text-soft">
              {t('yourShare', { amount: format.money(trip.agent_amount, currency) })}
            </span>
          )}
        </span>
      </AppLink>
    </li>
  )
}
