'use client'
import { late } from '@/lib/late'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Button } from '@/components/ui/button'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { EmptyState } from '@/components/ui/states'
import { AskedNew } from '@/lib/asked-new'
import { useCan } from '@/lib/session'
import { useTitle } from '@/lib/use-title'
import { CustomersTable } from './customers-table'
import { DuplicatesPanel } from './duplicates-panel'

const CustomerDrawer = late(() => import('./customer-drawer').then((file) => file.CustomerDrawer))

export function CustomersScreen() {
  return (
    <Guard permission="customer.view" fallback={<ScreenSkeleton />}>
      <Customers />
    </Guard>
  )
}

/** Everybody who travels with this operator. */
function Customers() {
  const t = useTranslations('customers')
  const mayEdit = useCan('customer.edit')
  const [isAdding, setAdding] = useState(false)
  useTitle(t('title'))
  const add = mayEdit && (
    <Button look="primary" onPress={() => setAdding(true)}>
      <UserPlus aria-hidden className="size-4" />
      {t('add')}
    </Button>
  )
  const empty = (
    <EmptyState icon={<Users aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')}>
      {add}
    </EmptyState>
  )
  return (
    <PageBody width="full">
      <AskedNew onAsk={() => setAdding(true)} mayMake={mayEdit} />
      <PageHeader title={t('title')} text={t('listText')}>
        {add}
      </PageHeader>
      <DuplicatesPanel />
      <CustomersTable empty={empty} />
      {isAdding && <CustomerDrawer customer={null} onClose={() => setAdding(false)} />}
    </PageBody>
  )
}
