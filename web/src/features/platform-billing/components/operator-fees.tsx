'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FeeTable } from '@/components/platform/fee-table'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { feesQuery } from '../api'

/** What an operator's trips owe, the latest first. */
export function OperatorFees({ operator }: { operator: number }) {
  const t = useTranslations('platformBilling')
  const found = useInfiniteQuery(feesQuery(operator))
  const names = {
    trip: t('fee_trip'),
    reserved: t('fee_reserved'),
    due: t('fee_due'),
    waived: t('fee_waived'),
    collected: t('fee_collected'),
    open: t('fee_open'),
  }
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t('fees')}</h3>
      {found.data ? (
        <FeeTable
          label={t('fees')}
          names={names}
          fees={found.data.pages.flatMap((page) => page.fees)}
          empty={t('noFees')}
        />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
      {found.hasNextPage && (
        <Button className="mt-3" isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  )
}
