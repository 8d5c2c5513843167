'use client'
import { Handshake, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Button } from '@/components/ui/button'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { EmptyState } from '@/components/ui/states'
import { AskedNew } from '@/lib/asked-new'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useTitle } from '@/lib/use-title'
import { ResellersTable } from './resellers-table'

const NewDialog = late(() => import('./new-dialog').then((file) => file.NewDialog))

export function ResellersScreen() {
  return (
    <Guard permission="reseller.view" fallback={<ScreenSkeleton />}>
      <Resellers />
    </Guard>
  )
}

/** Everybody who sells for this operator. */
function Resellers() {
  const t = useTranslations('resellers')
  const mayManage = useCan('reseller.manage')
  const [isAdding, setAdding] = useState(false)
  useTitle(t('title'))
  const add = mayManage && (
    <Button look="primary" onPress={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      {t('add')}
    </Button>
  )
  const empty = (
    <EmptyState icon={<Handshake aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')}>
      {add}
    </EmptyState>
  )
  return (
    <PageBody width="full">
      <AskedNew onAsk={() => setAdding(true)} mayMake={mayManage} />
      <PageHeader title={t('title')} text={t('listText')}>
        {add}
      </PageHeader>
      <ResellersTable empty={empty} />
      {isAdding && <NewDialog onClose={() => setAdding(false)} />}
    </PageBody>
  )
}
