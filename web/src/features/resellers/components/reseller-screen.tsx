'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Reseller } from '@/api/models'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { TabLinks } from '@/components/ui/tabs'
import { useRecent } from '@/lib/use-recent'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { resellerQuery } from '../api'
import { resellerTabs, tabOf, type ResellerTab } from '../model'
import { ArchivedNotice } from './archived-notice'
import { ResellerHeader } from './reseller-header'
import type { TabProps } from './types'

const parts: Record<ResellerTab, LazyExoticComponent<ComponentType<TabProps>>> = {
  general: lazy(() => import('./general-tab')),
  rates: lazy(() => import('./rates-tab')),
  experiences: lazy(() => import('./experiences-tab')),
  commissions: lazy(() => import('./commissions-tab')),
  agents: lazy(() => import('./agents-tab')),
  trips: lazy(() => import('./trips-tab')),
  invoices: lazy(() => import('./invoices-tab')),
  remittance: lazy(() => import('./remittance-tab')),
  communication: lazy(() => import('./communication-tab')),
  cards: lazy(() => import('./cards-tab')),
  notes: lazy(() => import('./notes-tab')),
  history: lazy(() => import('./history-tab')),
}

/** A reseller at either of its addresses: by itself, or with one of its parts open. */
export function ResellerScreen() {
  const whole = useRoute('reseller')
  const part = useRoute('resellerTab')
  const id = (part ?? whole)?.reseller
  return (
    id && (
      <Guard permission="reseller.view" fallback={<ScreenSkeleton />}>
        <Found key={id} id={id} tab={tabOf(part?.tab)} />
      </Guard>
    )
  )
}

function Found({ id, tab }: { id: string; tab: ResellerTab }) {
  const t = useTranslations('resellers')
  const locale = useLocale()
  const { data: reseller, error, refetch } = useQuery(resellerQuery(id))
  useTitle(reseller?.name ?? t('title'))
  useRecent(
    reseller ? { type: 'reseller', id, title: reseller.name, url: href('reseller', { reseller: id }, locale) } : null,
  )
  if (error && !reseller) return <ErrorState error={error} onRetry={() => void refetch()} />
  return reseller ? <Whole reseller={reseller} tab={tab} /> : <ScreenSkeleton />
}

function Whole({ reseller, tab }: { reseller: Reseller; tab: ResellerTab }) {
  const t = useTranslations('resellers')
  const locale = useLocale()
  const Part = parts[tab]
  const id = String(reseller.id)
  return (
    <>
      <ResellerHeader reseller={reseller} />
      <PageBody>
        <ArchivedNotice reseller={reseller} />
        <TabLinks
          label={t('parts')}
          current={tab}
          items={resellerTabs.map((one) => ({
            id: one,
            label: t(`tab_${one}`),
            href:
              one === 'general'
                ? href('reseller', { reseller: id }, locale)
                : href('resellerTab', { reseller: id, tab: one }, locale),
          }))}
        />
        <div className="pt-6">
          <Suspense fallback={<Skeleton className="h-64 max-w-3xl rounded-xl" />}>
            <Part key={tab} reseller={reseller} />
          </Suspense>
        </div>
      </PageBody>
    </>
  )
}
