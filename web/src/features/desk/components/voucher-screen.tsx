'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { tripQuery } from '@/features/trip/api'
import type { Trip } from '@/features/trip/types'
import { AppLink } from '@/lib/app-link'
import { useQueryParam, useRoute } from '@/lib/use-route'
import { useScrollReset } from '@/lib/use-scroll-reset'
import { useTitle } from '@/lib/use-title'
import { TripChanges } from './trip-changes'
import { VoucherActions } from './voucher-actions'
import { VoucherCard } from './voucher-card'

/** A sold trip as its guest gets it: codes, when and where, what is paid and what is not. */
export function VoucherScreen() {
  const params = useRoute('deskTrip')
  const isNew = useQueryParam('sold') !== null
  return params && <Load key={params.trip} id={params.trip} isNew={isNew} />
}

function Load({ id, isNew }: { id: string; isNew: boolean }) {
  const t = useTranslations('desk')
  const { data: trip, error, refetch } = useQuery(tripQuery(id))
  useTitle(trip?.confirmation_code ?? t('voucher'))
  useScrollReset(id)
  if (error && !trip) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!trip) return <ScreenSkeleton />
  return (
    <PageBody>
      <div className="mx-auto max-w-xl space-y-4">
        {isNew ? <Sold trip={trip} /> : <h1 className="sr-only">{t('voucher')}</h1>}
        <VoucherCard trip={trip} />
        <VoucherActions trip={trip} />
        <AppLink to="desk" params={{}} className={`${buttonClass(isNew ? 'primary' : 'secondary', 'lg')} w-full`}>
          <Plus aria-hidden className="size-5" />
          {t('sellAnother')}
        </AppLink>
        <TripChanges id={id} trip={trip} />
      </div>
    </PageBody>
  )
}

/** It worked: said at once, and that it still waits where the operator looks at it first. */
function Sold({ trip }: { trip: Trip }) {
  const t = useTranslations('desk')
  const waits = trip.status.slug === 'under_review'
  const Icon = waits ? Clock : CircleCheck
  return (
    <div role="status" className={waits ? 'text-warn' : 'text-good'}>
      <h1 className="flex items-center gap-2.5 text-2xl font-semibold">
        <Icon aria-hidden className="size-8 shrink-0" />
        {waits ? t('soldWaits') : t('sold')}
      </h1>
      {waits && <p className="mt-1 text-sm">{t('soldWaitsText')}</p>}
    </div>
  )
}
