'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
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
import { permissions, tabOf, tabs, type PaymentsTab } from '../model'

const AccountTab = lazy(() => import('./account-tab'))
const RulesTab = lazy(() => import('./rules-tab'))
const GiftCardsTab = lazy(() => import('./gift-cards-tab'))
const ReadersTab = lazy(() => import('./readers-tab'))

/** How money comes in: the account it goes to, the rules it follows, gift cards and card readers. */
export function PaymentsScreen() {
  const tab = tabOf(useRoute('payments')?.tab)
  const t = useTranslations('payments')
  const general = useTranslations('general')
  const locale = useLocale()
  const unsaved = useDraftTabs()
  return (
    <PageBody>
      <SetupHeader page="payments" title={t('title')} text={t('intro')} />
      <TabLinks
        label={t('title')}
        current={tab}
        items={tabs.map((id) => ({
          id,
          label: t(`tab_${id}`),
          href: href('payments', { tab: id }, locale),
          ...(unsaved.includes(`payments-${id}`) && { badge: general('unsavedMark') }),
        }))}
      />
      <div className="pt-6">
        <Guard permission={permissions[tab]} fallback={<ScreenSkeleton />}>
          <Suspense fallback={<PanelSkeleton />}>
            <Panel tab={tab} />
          </Suspense>
        </Guard>
      </div>
    </PageBody>
  )
}

function Panel({ tab }: { tab: PaymentsTab }) {
  if (tab === 'account') return <AccountTab />
  if (tab === 'readers') return <ReadersTab />
  return <SettingsPanel tab={tab} />
}

/** The tabs whose settings stand with those of the whole business. */
function SettingsPanel({ tab }: { tab: 'rules' | 'giftCards' }) {
  const { data, error, refetch } = useQuery(generalQuery)
  const Tab = tab === 'rules' ? RulesTab : GiftCardsTab
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <Tab key={tab} general={data} /> : <PanelSkeleton />
}

function PanelSkeleton() {
  return (
    <div className="max-w-3xl space-y-5">
      <Skeleton className="h-56" />
      <Skeleton className="h-40" />
    </div>
  )
}
