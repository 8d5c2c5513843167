'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useTitle } from '@/lib/use-title'
import { drawersQuery } from '../api'
import { DrawerCard } from './drawer-card'

const DrawerDialog = late(() => import('./drawer-dialog').then((file) => file.DrawerDialog))
const PastShifts = late(() => import('./past-shifts').then((file) => file.PastShifts))

/** The counter's cash: which drawers are open, who works on them, and how past shifts were counted. */
export function CashScreen() {
  const t = useTranslations('cash')
  useTitle(t('title'))
  return (
    <Guard permission="payment.take" fallback={<ScreenSkeleton />}>
      <Drawers />
    </Guard>
  )
}

function Drawers() {
  const t = useTranslations('cash')
  const { data, error, refetch } = useQuery(drawersQuery)
  const [isNew, setNew] = useState(false)
  const maySetUp = useCan('setup.general')
  const mayManage = useCan('report.finance')
  const add = (
    <Button look="primary" onPress={() => setNew(true)}>
      <Plus aria-hidden className="size-4" />
      {t('newDrawer')}
    </Button>
  )
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')}>
        {maySetUp && data && data.drawers.length > 0 && add}
      </PageHeader>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <ScreenSkeleton />}
      {data && (
        <div className="space-y-6">
          <WithoutDrawer amounts={data.without_drawer} isAsked={data.drawers.length > 0} />
          {data.drawers.length === 0 && (
            <EmptyState icon={<Wallet aria-hidden className="size-7" />} title={t('none')} text={t('noneText')}>
              {maySetUp && add}
            </EmptyState>
          )}
          <ul className="grid gap-4 md:grid-cols-2">
            {data.drawers.map((one) => (
              <DrawerCard key={one.id} drawer={one} currency={data.currency} />
            ))}
          </ul>
          {mayManage && data.drawers.length > 0 && <PastShifts />}
        </div>
      )}
      {isNew && <DrawerDialog drawer={null} onClose={() => setNew(false)} />}
    </PageBody>
  )
}

/** Cash of today that belongs to nobody's drawer: somebody took it without being on a shift. */
function WithoutDrawer({ amounts, isAsked }: { amounts: Record<string, number>; isAsked: boolean }) {
  const t = useTranslations('cash')
  const format = useFormat()
  const some = Object.entries(amounts).filter(([, amount]) => amount)
  if (!isAsked || some.length === 0) return null
  const sums = format.list(some.map(([currency, amount]) => format.money(amount, currency)))
  return <Notice tone="warn">{t('without', { sums })}</Notice>
}
