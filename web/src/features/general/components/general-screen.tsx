'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { generalQuery } from '@/components/settings/api'
import { useDraftTabs } from '@/components/settings/drafts'
import { SetupHeader } from '@/components/setup-header'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { TabLinks } from '@/components/ui/tabs'
import { useRoute } from '@/lib/use-route'
import { href } from '@/routes'
import { tabOf, tabs, type GeneralTab } from '../model'
import type { TabProps } from './types'

// A tab's forms come with the tab: the page itself stays light.
const panels: Record<GeneralTab, ComponentType<TabProps>> = {
  business: lazy(() => import('./business-tab')),
  brand: lazy(() => import('./brand-tab')),
  selling: lazy(() => import('./selling-tab')),
  taxes: lazy(() => import('./taxes-tab')),
  fees: lazy(() => import('./fees-tab')),
  cancellation: lazy(() => import('./cancellation-tab')),
  statuses: lazy(() => import('./statuses-tab')),
  sources: lazy(() => import('./sources-tab')),
  flags: lazy(() => import('./flags-tab')),
  locations: lazy(() => import('./locations-tab')),
}

/** The settings of the whole business, one tab for each question an operator asks. */
export function GeneralScreen() {
  const tab = tabOf(useRoute('general')?.tab)
  const t = useTranslations('general')
  const locale = useLocale()
  const unsaved = useDraftTabs()
  return (
    <PageBody>
      <SetupHeader page="general" title={t('title')} text={t('intro')} />
      <Guard permission="setup.general" fallback={<ScreenSkeleton />}>
        <TabLinks
          label={t('title')}
          current={tab}
          items={tabs.map((id) => ({
            id,
            label: t(`tab_${id}`),
            href: href('general', { tab: id }, locale),
            ...(unsaved.includes(id) && { badge: t('unsavedMark') }),
          }))}
        />
        <div className="pt-6">
          <Panel tab={tab} />
        </div>
      </Guard>
    </PageBody>
  )
}

function Panel({ tab }: { tab: GeneralTab }) {
  const { data, error, refetch } = useQuery(generalQuery)
  const Tab = panels[tab]
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <PanelSkeleton />
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <Tab key={tab} general={data} />
    </Suspense>
  )
}

function PanelSkeleton() {
  return (
    <div className="max-w-3xl space-y-5">
      <Skeleton className="h-56" />
      <Skeleton className="h-40" />
    </div>
  )
}
