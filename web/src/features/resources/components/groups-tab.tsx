'use client'
import { useQuery } from '@tanstack/react-query'
import { Truck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { groupsQuery } from '../api'
import { GroupCard } from './group-card'

/** The groups with what they consist of. */
export function GroupsTab({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations('resources')
  const { data, error, refetch } = useQuery(groupsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-72 rounded-xl" />
  if (data.length === 0) {
    return (
      <EmptyState icon={<Truck aria-hidden className="size-6" />} title={t('emptyTitle')} text={t('emptyText')}>
        <Button look="primary" size="lg" onPress={onAdd}>
          {t('newGroup')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {data.map((group) => (
        <GroupCard key={group.id} group={group} />
      ))}
    </div>
  )
}
