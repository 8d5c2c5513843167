'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Connection } from '@/api/models'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { TabLinks } from '@/components/ui/tabs'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { useRoute } from '@/lib/use-route'
import { href } from '@/routes'
import { connectionQuery } from '../api'
import { tabOf, tabsOf, type Tab } from '../model'
import { StateBadges } from './state-badge'
import type { TabProps } from './types'

type TabPart = LazyExoticComponent<ComponentType<TabProps>>

const parts: Record<Tab, TabPart> = {
  setup: lazy(() => import('./setup-tab')),
  products: lazy(() => import('./products-tab')),
  tools: lazy(() => import('./tools-tab')),
  allotments: lazy(() => import('./allotments-tab')),
  calls: lazy(() => import('./calls-tab')),
  pushes: lazy(() => import('./pushes-tab')),
  subscriptions: lazy(() => import('./subscriptions-tab')),
  bookings: lazy(() => import('./bookings-tab')),
  comparisons: lazy(() => import('./comparisons-tab')),
}

/** One connection to a sales channel: its set-up, what it sells, and what goes back and forth. */
export function ConnectionScreen() {
  return (
    <Guard permission="reseller.view" fallback={<ScreenSkeleton />}>
      <Found />
    </Guard>
  )
}

function Found() {
  const route = useRoute('channel')
  const { data, error, refetch } = useQuery(connectionQuery(Number(route?.connection) || 0))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <Whole connection={data} tab={tabOf(route?.tab)} /> : <ScreenSkeleton />
}

function Whole({ connection, tab }: { connection: Connection; tab: Tab }) {
  const t = useTranslations('channels')
  const locale = useLocale()
  const shown = tabsOf(connection, useCan('setup.plugins'))
  const current = shown.includes(tab) ? tab : 'setup'
  const Part = parts[current]
  const wanted = connection.pushes.waiting + connection.pushes.failed
  const badges: Partial<Record<Tab, number>> = { products: connection.mapping_cnt, pushes: wanted }
  return (
    <PageBody>
      <SetupHeader
        page="channel"
        title={connection.title}
        text={<Between connection={connection} />}
        parents={[{ to: 'channels', params: {}, label: t('title') }]}
      >
        <StateBadges connection={connection} />
      </SetupHeader>
      <TabLinks
        label={connection.title}
        current={current}
        items={shown.map((id) => ({
          id,
          label: t(`tab_${id}`),
          href: href('channel', { connection: String(connection.id), tab: id }, locale),
          ...(badges[id] ? { badge: badges[id] } : {}),
        }))}
      />
      <div className="pt-6">
        <Suspense fallback={<Skeleton className="h-64 rounded-xl" />}>
          <Part key={connection.id} connection={connection} />
        </Suspense>
      </div>
    </PageBody>
  )
}

/** Which channel, and the reseller whose terms it sells on. */
function Between({ connection }: { connection: Connection }) {
  return (
    <>
      <bdi>{connection.channel_title}</bdi> ·{' '}
      <AppLink
        to="reseller"
        params={{ reseller: String(connection.reseller_id) }}
        className="hover:text-ink hover:underline"
      >
        <bdi>{connection.reseller_name}</bdi>
      </AppLink>
    </>
  )
}
