'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Clock, MapPin, Phone, Ticket } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { api, dataOf } from '@/api/client'
import type { Portal, TripOrder } from '@/api/models'
import { SoldCards } from '@/components/gift-cards/sold-cards'
import { LanguageButton } from '@/components/language-button'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PaidBadge, TripStatusBadge } from '@/components/trip-badges'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/page-header'
import { Picture } from '@/components/ui/picture'
import { ErrorState } from '@/components/ui/states'
import { addressName, fullName } from '@/lib/names'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { PortalDue, PortalPrice } from './portal-money'

function usePortal(hash: string) {
  return useQuery({
    queryKey: ['portal', hash],
    queryFn: () =>
      dataOf(api.GET('/api/customerPortal/{hash}/init/{waiverId}', { params: { path: { hash, waiverId: 0 } } })),
    enabled: hash !== '',
  })
}

/** The customer's own page of a trip: when, where, who, and what is paid. */
export function PortalScreen() {
  const t = useTranslations('portal')
  const hash = useQueryParam('trip') ?? ''
  const { data, error, refetch } = usePortal(hash)
  useTitle(t('title'))
  if (!hash) return <p className="mx-auto max-w-md px-4 py-24 text-center text-soft">{t('noTrip')}</p>
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <ScreenSkeleton />
  return <PortalTrip portal={data} />
}

function PortalTrip({ portal }: { portal: Portal }) {
  const t = useTranslations('portal')
  const locale = useLocale()
  const { trip, account, properties } = portal
  const isTrip = trip.tripOrders.length > 0
  return (
    <div className="mx-auto flex min-h-dvh max-w-2xl flex-col px-4 py-6 sm:py-10">
      <header className="mb-5 flex items-center justify-between gap-4">
        <p className="font-semibold">{account.name}</p>
        <LanguageButton />
      </header>
      <main className="grow space-y-5">
        <div>
          <h1 className="text-2xl font-semibold text-balance">
            {t(isTrip ? 'hello' : 'thanks', { name: addressName(trip.contact, locale) })}
          </h1>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <span className="font-mono tracking-wider text-soft select-all">{trip.confirmation_code}</span>
            <TripStatusBadge status={trip.status} />
            <PaidBadge state={trip.paid_state} />
          </div>
        </div>
        <PortalDue portal={portal} />
        {trip.tripOrders.map((order) => (
          <PortalOrder key={order.id} order={order} zone={properties.time_zone} />
        ))}
        {trip.giftCards.length > 0 && (
          <Card title={t('giftCards')}>
            <SoldCards cards={trip.giftCards} currency={trip.currency} zone={properties.time_zone} />
          </Card>
        )}
        <PortalPrice portal={portal} />
        <Links portal={portal} />
      </main>
    </div>
  )
}

function PortalOrder({ order, zone }: { order: TripOrder; zone: string }) {
  const t = useTranslations('portal')
  const format = useFormat()
  const { experience } = order
  const guests = useGuests(order)
  return (
    <section className="overflow-hidden rounded-xl border bg-surface">
      {experience.hero_image && (
        <Picture
          url={experience.hero_image}
          sizes="(min-width: 42rem) 40rem, 100vw"
          className="aspect-[5/2] w-full"
          isFirst
        />
      )}
      <div className="space-y-3 p-4 sm:p-5">
        <h2 className="text-lg font-semibold">{experience.name}</h2>
        <When order={order} zone={zone} />
        {experience.meeting_point && <Where place={experience.meeting_point} />}
        <p className="border-t pt-3 text-soft">
          {t('guests', { count: order.bookings.length })}: {format.list(guests)}
        </p>
      </div>
    </section>
  )
}

/** The guests by their names; those without one are counted by what they are. */
function useGuests({ bookings }: TripOrder): string[] {
  const guestCount = useGuestCount()
  const unnamed = new Map<string, number>()
  const named: string[] = []
  for (const { guest, customerType } of bookings) {
    const name = fullName(guest)
    if (name) named.push(name)
    else unnamed.set(customerType.name, (unnamed.get(customerType.name) ?? 0) + 1)
  }
  return [...named, ...[...unnamed].map(([type, count]) => guestCount(type, count))]
}

function Links({ portal: { documents, properties, payments } }: { portal: Portal }) {
  const t = useTranslations('portal')
  return (
    <div className="flex flex-wrap gap-3">
      {documents.map((document) => (
        <a
          key={document.slug}
          href={document.url}
          download
          className={buttonClass(document.slug === 'calendar' && !payments.is_payable ? 'primary' : undefined)}
        >
          {document.slug === 'calendar' ? (
            <CalendarPlus aria-hidden className="size-4" />
          ) : (
            <Ticket aria-hidden className="size-4" />
          )}
          {document.slug === 'calendar' ? t('calendar') : t('voucher')}
        </a>
      ))}
      {properties.ecom_phone_number && (
        <a href={`tel:${properties.ecom_phone_number.replace(/\s/g, '')}`} className={buttonClass()}>
          <Phone aria-hidden className="size-4" />
          {properties.ecom_phone_number}
        </a>
      )}
    </div>
  )
}

function When({ order: { timeslot: slot }, zone }: { order: TripOrder; zone: string }) {
  const t = useTranslations('portal')
  const format = useFormat()
  return (
    <p className="flex gap-3">
      <Clock aria-hidden className="mt-0.5 size-5 shrink-0 text-faint" />
      {slot ? (
        <span>
          <strong className="font-semibold first-letter:uppercase">{format.day(slot.date)}</strong>
          <br />
          <span className="text-soft tabular-nums">
            {format.time(slot.start_time)} – {format.instantTime(slot.end_at, zone)}
          </span>
        </span>
      ) : (
        t('dateOpen')
      )}
    </p>
  )
}

function Where({ place }: { place: string }) {
  return (
    <p className="flex gap-3">
      <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-faint" />
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
        target="_blank"
        rel="noreferrer"
        className="whitespace-pre-line underline decoration-line-strong underline-offset-4 hover:text-accent"
      >
        {place}
      </a>
    </p>
  )
}
