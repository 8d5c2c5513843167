'use client'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { duplicatesQuery } from '../api'
import { PairCard } from './pair-card'

const MergeDialog = late(() => import('./merge-dialog').then((file) => file.MergeDialog))

/** Who may be the same person as this customer. */
export function DuplicatesTab({ customer }: { customer: CustomerFull }) {
  const t = useTranslations('customers')
  const [merging, setMerging] = useState<number[] | null>(null)
  const { data, error, refetch } = useQuery(duplicatesQuery(customer.id))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-40" />
  return (
    <Card>
      {data.data.length === 0 ? (
        <EmptyState icon={<Users aria-hidden />} title={t('duplicatesNone')} text={t('duplicatesNoneText')} />
      ) : (
        <ul className="divide-y">
          {data.data.map((pair) => (
            <PairCard key={pair.id} pair={pair} onMerge={setMerging} />
          ))}
        </ul>
      )}
      {merging && <MergeDialog ids={merging} onClose={() => setMerging(null)} />}
    </Card>
  )
}
