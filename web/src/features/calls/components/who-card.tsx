'use client'
import { Star, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Call, Caller, CallerTrip } from '@/components/calls/types'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'
import { languageName } from '@/lib/languages'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useCallDeeds } from '../use-call-deeds'
import { FindTrip } from './find-trip'

type Props = { call: Call; zone: string }
const row = 'flex flex-wrap items-center gap-x-3 gap-y-1 py-2'

/** Who it may have been, and what about: one press says who and which. */
export function WhoCard({ call, zone }: Props) {
  const t = useTranslations('calls')
  return (
    <Card title={t('who')}>
      {call.customers.length === 0 && <p className="text-soft">{t('noCustomer')}</p>}
      {call.customers.length > 1 && call.customer === null && (
        <p className="mb-1 text-sm text-warn">{t('shared', { count: call.customers.length })}</p>
      )}
      <ul className="-my-1 divide-y">
        {call.customers.map((one) => (
          <Person key={one.id} call={call} person={one} />
        ))}
      </ul>
      <Trips call={call} zone={zone} />
    </Card>
  )
}

function Person({ call, person }: { call: Call; person: Caller }) {
  const t = useTranslations('calls')
  const lines = useTranslations('callLines')
  const { save, isPending } = useCallDeeds(call)
  const isIt = call.customer?.id === person.id
  return (
    <li className={row}>
      <UserRound aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 grow">
        <AppLink to="customer" params={{ customer: String(person.id) }} className="font-medium hover:underline">
          <bdi>{person.name}</bdi>
        </AppLink>
        {person.is_vip && (
          <Star role="img" aria-label={lines('vip')} className="ms-1.5 inline size-3.5 fill-current text-warn" />
        )}
        <span className="block text-sm text-faint">
          {languageName(person.locale)} · {t('trips', { count: person.trip_cnt })}
        </span>
      </span>
      {isIt ? (
        <>
          <Badge tone="good">{t('isCaller')}</Badge>
          <Button size="sm" look="quiet" isDisabled={isPending} onPress={() => save({ customer_id: null })}>
            {t('notThem')}
          </Button>
        </>
      ) : (
        <Button size="sm" isDisabled={isPending} onPress={() => save({ customer_id: person.id })}>
          {t('thisIsThem')}
        </Button>
      )}
    </li>
  )
}

function Trips({ call, zone }: Props) {
  const t = useTranslations('calls')
  const { save, isPending } = useCallDeeds(call)
  const others = call.trips.filter((trip) => trip.id !== call.trip?.id)
  return (
    <div className="mt-4 border-t pt-4">
      <h3 className="text-sm font-medium text-soft">{t('about')}</h3>
      {call.trip && (
        <div className={row}>
          <span className="min-w-0 grow">
            <AppLink to="trip" params={{ trip: call.trip.hash }} className="font-medium hover:underline">
              {call.trip.confirmation_code}
            </AppLink>
            <span className="block text-sm text-faint">
              <bdi>{call.trip.name}</bdi>
            </span>
          </span>
          <Badge tone="good">{t('isTrip')}</Badge>
          <Button size="sm" look="quiet" isDisabled={isPending} onPress={() => save({ trip_id: null })}>
            {t('notThat')}
          </Button>
        </div>
      )}
      <ul className="divide-y">
        {others.map((trip) => (
          <OpenTrip key={trip.id} call={call} trip={trip} zone={zone} />
        ))}
      </ul>
      {!call.trip && others.length === 0 && <p className="py-2 text-soft">{t('noTrips')}</p>}
      <FindTrip call={call} />
    </div>
  )
}

function OpenTrip({ call, trip, zone }: Props & { trip: CallerTrip }) {
  const t = useTranslations('calls')
  const format = useFormat()
  const mayOpen = useCan('trip.view')
  const { save, isPending } = useCallDeeds(call)
  const title = <bdi>{trip.experience || trip.confirmation_code}</bdi>
  return (
    <li className={row}>
      <span className="min-w-0 grow">
        {mayOpen ? (
          <AppLink to="trip" params={{ trip: trip.hash }} className="font-medium hover:underline">
            {title}
          </AppLink>
        ) : (
          title
        )}
        <span className="block text-sm text-faint">
          {trip.starts_at ? format.instant(trip.starts_at, zone) : t('noDate')} · {trip.confirmation_code} ·{' '}
          <bdi>{trip.name}</bdi>
        </span>
      </span>
      <Button size="sm" isDisabled={isPending} onPress={() => save({ trip_id: trip.id })}>
        {t('aboutThis')}
      </Button>
    </li>
  )
}
