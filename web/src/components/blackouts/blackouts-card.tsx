'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { blackoutsQuery } from './api'
import { BlackoutList } from './blackout-list'
import { blackoutRights, kindOf, ownerOf, type BlackoutKind } from './model'

const NewBlackoutDialog = late(() => import('./blackout-dialog').then((file) => file.NewBlackoutDialog))

/**
 * When one resource, guide or experience takes nothing new, with a way to add to it.
 *
 * For the page of that one thing; the page has the words of "blackouts".
 */
export function BlackoutsCard({ kind, id }: { kind: BlackoutKind; id: number }) {
  const t = useTranslations('blackouts')
  const [isAdding, setAdding] = useState(false)
  const mayChange = useCan(blackoutRights[kind])
  const add = mayChange && (
    <Button size="sm" onPress={() => setAdding(true)}>
      <CalendarOff aria-hidden className="size-4" />
      {t(`add_${kind}`)}
    </Button>
  )
  return (
    <Card title={t(`title_${kind}`)} actions={add}>
      <Rows kind={kind} id={id} />
      {isAdding && <NewBlackoutDialog kind={kind} ids={[id]} isFixed onClose={() => setAdding(false)} />}
    </Card>
  )
}

function Rows({ kind, id }: { kind: BlackoutKind; id: number }) {
  const t = useTranslations('blackouts')
  const { data, error, refetch } = useQuery(blackoutsQuery())
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-11" />
  const rows = data.filter((row) => kindOf(row) === kind && ownerOf(row) === id)
  if (rows.length === 0) return <p className="text-soft">{t(`none_${kind}`)}</p>
  return <BlackoutList rows={rows} />
}
