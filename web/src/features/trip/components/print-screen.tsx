'use client'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AppInit, TripFull } from '@/api/models'
import { PriceList } from '@/components/price-list'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { fullName } from '@/lib/names'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useHotkeys } from '@/lib/use-hotkeys'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { tripQuery } from '../api'
import { PaperPayment } from './paper-payment'
import { PrintNotes, PrintOrder } from './print-parts'
import { TripBadges } from './trip-badges'

const sheet = 'mx-auto max-w-[210mm] px-5 py-6 sm:px-10 print:max-w-none print:p-0'

/** A trip on paper: who, when, with whom, what it costs, and room to tick off. */
export function PrintScreen() {
  const params = useRoute('tripPrint')
  return params && <Print key={params.trip} id={params.trip} />
}

function Print({ id }: { id: string }) {
  const t = useTranslations('trip')
  const session = useSession()
  const { data: trip, error, refetch } = useQuery(tripQuery(id))
  useTitle(trip ? `${trip.confirmation_code} · ${t('printTitle')}` : t('printTitle'))
  if (error && !trip) return <ErrorState error={error} onRetry={refetch} />
  if (!trip || !session) return <PrintSkeleton />
  return (
    <>
      <Toolbar id={id} />
      <main className={sheet}>
        <Head trip={trip} session={session} />
        <Contact trip={trip} />
        {trip.tripOrders.map((order) => (
          <PrintOrder key={order.id} order={order} zone={session.properties.time_zone} />
        ))}
        <PrintNotes trip={trip} />
        <Money trip={trip} zone={session.properties.time_zone} />
        <Foot session={session} />
      </main>
    </>
  )
}

function Toolbar({ id }: { id: string }) {
  const t = useTranslations('trip')
  const print = () => window.print()
  useHotkeys([{ keys: 'p', label: t('print'), action: print }])
  return (
    <nav aria-label={t('printTitle')} className="sticky top-0 border-b bg-canvas print:hidden">
      <div className="mx-auto flex max-w-[210mm] items-center justify-between gap-4 px-5 py-2 sm:px-10">
        <AppLink to="trip" params={{ trip: id }} className="text-sm text-soft hover:text-ink hover:underline">
          ← {t('title')}
        </AppLink>
        <Button look="primary" onPress={print}>
          <Printer aria-hidden className="size-4" />
          {t('print')}
        </Button>
      </div>
    </nav>
  )
}

function Head({ trip, session }: { trip: TripFull; session: AppInit }) {
  const t = useTranslations('trip')
  const { logo_url } = session.properties
  return (
    <header className="flex items-start justify-between gap-6 border-b pb-4">
      <div className="min-w-0">
        <p className="text-sm text-soft">{session.account.name}</p>
        <h1 className="text-2xl font-semibold text-balance">
          {fullName(trip.contact) || trip.group_name || t('noName')}
        </h1>
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <span className="font-mono text-lg tracking-wider">{trip.confirmation_code}</span>
          <TripBadges trip={trip} />
        </p>
      </div>
      {logo_url && <img src={logo_url} alt="" className="max-h-16 max-w-40 object-contain" />}
    </header>
  )
}

function Contact({ trip }: { trip: TripFull }) {
  const t = useTranslations('trip')
  const { locale } = useFormat()
  const { phone, email, country } = trip.contact
  const region = country && new Intl.DisplayNames(locale, { type: 'region' }).of(country)
  const facts = [trip.group_name, phone, email, region].filter(Boolean)
  return (
    <section className="pt-4">
      <h2 className="text-sm font-medium text-faint">{t('contact')}</h2>
      <p className="flex flex-wrap gap-x-6">
        {facts.length > 0 ? facts.map((fact) => <span key={fact}>{fact}</span>) : t('noContact')}
      </p>
    </section>
  )
}

function Money({ trip, zone }: { trip: TripFull; zone: string }) {
  const t = useTranslations('trip')
  return (
    <section className="grid gap-x-10 gap-y-4 pt-6 sm:grid-cols-2 print:grid-cols-2">
      <div>
        <h2 className="pb-1 text-sm font-medium text-faint">{t('money')}</h2>
        <PriceList trip={trip} />
      </div>
      <div>
        <h2 className="pb-1 text-sm font-medium text-faint">{t('payments')}</h2>
        {trip.payments.length === 0 && <p className="text-soft">{t('noPayments')}</p>}
        <ul className="divide-y">
          {trip.payments.map((payment) => (
            <PaperPayment key={payment.id} payment={payment} currency={trip.currency} zone={zone} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Foot({ session }: { session: AppInit }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const when = format.instant(new Date().toISOString(), session.properties.time_zone)
  return (
    <footer className="mt-8 flex justify-between gap-4 border-t pt-2 text-xs text-faint">
      <span>{t('printed', { when, who: session.userAvatar.name })}</span>
      <span>{session.properties.ecom_phone_number}</span>
    </footer>
  )
}

export function PrintSkeleton() {
  return (
    <div className={sheet}>
      <Skeleton className="mb-6 h-16" />
      <Skeleton className="h-96" />
    </div>
  )
}
