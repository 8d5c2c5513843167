'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FeeTable } from '@/components/platform/fee-table'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { feesQuery } from '../api'

/** What each booking owes the platform; without any fee nothing is shown. */
export function FeesCard() {
  const t = useTranslations('billing')
  const found = useInfiniteQuery(feesQuery)
  const fees = found.data?.pages.flatMap((page) => page.fees) ?? []
  if (fees.length === 0) return null
  const names = {
    trip: t('fee_trip'),
    reserved: t('fee_reserved'),
    due: t('fee_due'),
    waived: t('fee_waived'),
    collected: t('fee_collected'),
    open: t('fee_open'),
  }
  return (
    <Card title={t('fees')}>
      <FeeTable label={t('fees')} names={names} fees={fees} empty={t('noFees')} />
      {found.hasNextPage && (
        <Button className="mt-3" isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Card>
  )
}
