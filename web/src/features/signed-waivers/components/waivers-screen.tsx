'use client'
import { useQuery } from '@tanstack/react-query'
import { FileSignature, LayoutTemplate } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { EmptyState } from '@/components/ui/states'
import { TabLinks } from '@/components/ui/tabs'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'
import { late } from '@/lib/late'
import { useCan, useSession } from '@/lib/session'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { unassignedQuery } from '../api'
import { usePlace } from '../use-place'
import { WaiversTable } from './waivers-table'

const DayPanel = late(() => import('./day-panel').then((file) => file.DayPanel))
const WaiverDrawer = late(() => import('./waiver-drawer').then((file) => file.WaiverDrawer))

export function WaiversScreen() {
  return (
    <Guard permission="trip.view" fallback={<ScreenSkeleton />}>
      <Waivers />
    </Guard>
  )
}

/** What guests signed, and what was signed today for nobody we know yet. */
function Waivers() {
  const t = useTranslations('waivers')
  const mayAssign = useCan('booking.check_in')
  const isAssigning = useQueryParam('tab') === 'assign' && mayAssign
  const waiver = Number(useQueryParam('waiver')) || null
  const go = usePlace()
  useTitle(t('title'))
  return (
    <PageBody width="full">
      <PageHeader title={t('title')} text={t('text')}>
        <Templates />
      </PageHeader>
      {mayAssign && <Parts current={isAssigning ? 'assign' : 'signed'} />}
      {isAssigning ? <DayPanel /> : <WaiversTable empty={<Nothing />} />}
      {waiver !== null && <WaiverDrawer key={waiver} id={waiver} onClose={() => go({ waiver: null })} />}
    </PageBody>
  )
}

function Templates() {
  const t = useTranslations('waivers')
  if (!useCan('setup.general')) return null
  return (
    <AppLink to="waiverTemplates" params={{}} className={buttonClass()}>
      <LayoutTemplate aria-hidden className="size-4" />
      {t('templates')}
    </AppLink>
  )
}

function Parts({ current }: { current: 'signed' | 'assign' }) {
  const t = useTranslations('waivers')
  const place = href('waivers', {}, useLocale())
  const zone = useSession()?.properties.time_zone
  const { data } = useQuery(unassignedQuery(zone ? dayIn(zone) : ''))
  return (
    <div className="mb-5">
      <TabLinks
        label={t('title')}
        current={current}
        items={[
          { id: 'signed', label: t('tab_signed'), href: place },
          { id: 'assign', label: t('tab_assign'), href: `${place}?tab=assign`, badge: data?.length || undefined },
        ]}
      />
    </div>
  )
}

function Nothing() {
  const t = useTranslations('waivers')
  return (
    <EmptyState icon={<FileSignature aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')}>
      <Templates />
    </EmptyState>
  )
}
