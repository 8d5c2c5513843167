'use client'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { TabLinks } from '@/components/ui/tabs'
import { AskedNew } from '@/lib/asked-new'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useRoute } from '@/lib/use-route'
import { href } from '@/routes'
import { resourceTabs, tabOf, type ResourceTab } from '../model'
import { GroupsTab } from './groups-tab'

const GroupDialog = late(() => import('./group-dialog').then((file) => file.GroupDialog))
const BlackoutsBoard = lazy(() =>
  import('@/components/blackouts/blackouts-board').then((file) => ({ default: file.BlackoutsBoard })),
)
const TimelineTab = lazy(() => import('./timeline-tab').then((file) => ({ default: file.TimelineTab })))
const CostsTab = lazy(() => import('./costs-tab').then((file) => ({ default: file.CostsTab })))

const panels: Record<Exclude<ResourceTab, 'groups'>, ComponentType> = {
  timeline: TimelineTab,
  blackouts: BlackoutsBoard,
  costs: CostsTab,
}

/** Boats, vans, rooms: what a departure needs, what it is used for, and when it must not be. */
export function ResourcesScreen() {
  const t = useTranslations('resources')
  const locale = useLocale()
  const seesMoney = useCan('report.finance')
  const tabs = resourceTabs.filter((id) => id !== 'costs' || seesMoney)
  const asked = tabOf(useRoute('resources')?.tab)
  const tab = tabs.includes(asked) ? asked : 'groups'
  const [isAdding, setAdding] = useState(false)
  return (
    <Guard permission="resource.manage" fallback={<ScreenSkeleton />}>
      <PageBody width={tab === 'timeline' ? 'full' : 'wide'}>
        <AskedNew onAsk={() => setAdding(true)} />
        <SetupHeader page="resources" title={t('title')} text={t('text')}>
          {tab === 'groups' && (
            <Button look="primary" onPress={() => setAdding(true)}>
              <Plus aria-hidden className="size-4" />
              {t('newGroup')}
            </Button>
          )}
        </SetupHeader>
        <TabLinks
          label={t('title')}
          current={tab}
          items={tabs.map((id) => ({
            id,
            label: t(`tab_${id}`),
            href: href('resources', id === 'groups' ? {} : { tab: id }, locale),
          }))}
        />
        <div className="pt-6">
          <Panel tab={tab} onAdd={() => setAdding(true)} />
        </div>
        {isAdding && <GroupDialog onClose={() => setAdding(false)} />}
      </PageBody>
    </Guard>
  )
}

function Panel({ tab, onAdd }: { tab: ResourceTab; onAdd: () => void }) {
  if (tab === 'groups') return <GroupsTab onAdd={onAdd} />
  const Tab = panels[tab]
  return (
    <Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
      <Tab />
    </Suspense>
  )
}
