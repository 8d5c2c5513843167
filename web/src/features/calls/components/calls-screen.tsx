'use client'
import { Phone, PhoneCall } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AlertsSwitch } from '@/components/calls/alerts-switch'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Button } from '@/components/ui/button'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { EmptyState } from '@/components/ui/states'
import { AskedNew } from '@/lib/asked-new'
import { late } from '@/lib/late'
import { access } from '@/routes/access'
import { useTitle } from '@/lib/use-title'
import { CallsTable } from './calls-table'

const WriteDownDialog = late(() => import('@/components/calls/write-down-dialog').then((file) => file.WriteDownDialog))

export function CallsScreen() {
  return (
    <Guard permission={access.calls ?? []} fallback={<ScreenSkeleton />}>
      <Calls />
    </Guard>
  )
}

/** Who called and who was called, what came of it, and who waits for a call. */
function Calls() {
  const t = useTranslations('calls')
  const lines = useTranslations('callLines')
  const [isWriting, setWriting] = useState(false)
  useTitle(t('title'))
  const add = (
    <Button look="primary" onPress={() => setWriting(true)}>
      <PhoneCall aria-hidden className="size-4" />
      {lines('writeDown')}
    </Button>
  )
  const empty = (
    <EmptyState icon={<Phone aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')}>
      {add}
    </EmptyState>
  )
  return (
    <PageBody width="full">
      <AskedNew onAsk={() => setWriting(true)} />
      <PageHeader title={t('title')} text={t('text')}>
        <AlertsSwitch />
        {add}
      </PageHeader>
      <CallsTable empty={empty} />
      {isWriting && <WriteDownDialog onClose={() => setWriting(false)} />}
    </PageBody>
  )
}
