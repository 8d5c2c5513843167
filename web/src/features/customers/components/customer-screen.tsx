'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { TabLinks } from '@/components/ui/tabs'
import { useCan, useSession } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { useRecent } from '@/lib/use-recent'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { customerQuery } from '../api'
import { customerTabs, tabOf, type CustomerTab } from '../tabs'
import { useCustomerName } from '../use-names'
import { BookingsTab } from './bookings-tab'
import { CardsTab } from './cards-tab'
import { CustomerHeader } from './customer-header'
import { DuplicatesTab } from './duplicates-tab'
import { HistoryTab } from './history-tab'
import { MessagesTab } from './messages-tab'
import { OverviewTab } from './overview-tab'
import { TripsTab } from './trips-tab'

export function CustomerScreen() {
  const params = useRoute('customer')
  return (
    params && (
      <Guard permission="customer.view" fallback={<ScreenSkeleton />}>
        <Customer key={params.customer} id={params.customer} tab={tabOf(params.tab)} />
      </Guard>
    )
  )
}

/** One person over all their trips. */
function Customer({ id, tab }: { id: string; tab: CustomerTab }) {
  const t = useTranslations('customers')
  const nameOf = useCustomerName()
  const locale = useLocale()
  const zone = useSession()?.properties.time_zone
  const { data: customer, error, refetch } = useQuery(customerQuery(id))
  const name = customer && nameOf(customer)
  useTitle(name ?? t('title'))
  useRecent(
    customer && name && !customer.anonymised_at
      ? {
          type: 'customer',
          id,
          title: name,
          subtitle: customer.email ?? undefined,
          url: href('customer', { customer: id }, locale),
        }
      : null,
  )
  useRedirect(customer, tab)
  if (error && !customer) return <ErrorState error={error} onRetry={refetch} />
  if (!customer || !zone) return <ScreenSkeleton />
  return (
    <>
      <CustomerHeader customer={customer} zone={zone} />
      <PageBody>
        <CustomerTabLinks customer={customer} tab={tab} />
        <div className="pt-5">
          <Tab customer={customer} zone={zone} tab={tab} />
        </div>
      </PageBody>
    </>
  )
}

/** The address of somebody who was merged away becomes the address of the kept one. */
function useRedirect(customer: CustomerFull | undefined, tab: CustomerTab) {
  const go = useGo()
  const to = customer?.redirected_from ? customer.id : null
  useEffect(() => {
    if (to !== null) go('customer', { customer: String(to), tab }, { replace: true })
  }, [to, tab, go])
}

function CustomerTabLinks({ customer, tab }: { customer: CustomerFull; tab: CustomerTab }) {
  const t = useTranslations('customers')
  const locale = useLocale()
  const maySeeCards = useCan('customer.cards')
  const counts: Partial<Record<CustomerTab, number>> = customer.counts
  const shown = customerTabs.filter((one) => one !== 'cards' || maySeeCards)
  const items = shown.map((one) => ({
    id: one,
    label: t(`tab_${one}`),
    href: href('customer', { customer: String(customer.id), tab: one }, locale),
    badge: counts[one] || undefined,
  }))
  return <TabLinks label={t('parts')} items={items} current={tab} />
}

function Tab({ customer, zone, tab }: { customer: CustomerFull; zone: string; tab: CustomerTab }) {
  const props = { customer, zone }
  switch (tab) {
    case 'overview':
      return <OverviewTab {...props} />
    case 'trips':
      return <TripsTab {...props} />
    case 'bookings':
      return <BookingsTab {...props} />
    case 'messages':
      return <MessagesTab {...props} />
    case 'cards':
      return <CardsTab {...props} />
    case 'history':
      return <HistoryTab {...props} />
    case 'duplicates':
      return <DuplicatesTab {...props} />
  }
}
