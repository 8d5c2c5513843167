'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus, Truck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SetupHeader } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AskedNew } from '@/lib/asked-new'
import { groupsQuery } from '../api'
import { GroupCard } from './group-card'
import { GroupDialog } from './group-dialog'

/** Boats, vans, rooms: what a departure needs, in groups that can stand in for one another. */
export function ResourcesScreen() {
  const t = useTranslations('resources')
  const [isAdding, setAdding] = useState(false)
  return (
    <PageBody>
      <AskedNew onAsk={() => setAdding(true)} />
      <SetupHeader page="resources" title={t('title')} text={t('text')}>
        <Button look="primary" onPress={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {t('newGroup')}
        </Button>
      </SetupHeader>
      <Groups onAdd={() => setAdding(true)} />
      {isAdding && <GroupDialog onClose={() => setAdding(false)} />}
    </PageBody>
  )
}

function Groups({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations('resources')
  const { data, error, refetch } = useQuery(groupsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
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
