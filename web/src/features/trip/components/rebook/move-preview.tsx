'use client'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/skeleton'
import { moveSums } from '../../mapping'
import type { Order } from '../../types'
import { Sums } from '../dialogs/parts'
import type { Move } from './use-move'

/** What the tickets cost before and after a move, and what that makes up or gives back. */
export function MovePreview({ order, move }: { order: Order; move: Move }) {
  const t = useTranslations('trip')
  if (!move.sold) return <Skeleton className="h-24" />
  const { before, after } = moveSums(order, move.sold, move.mapping, move.mode)
  return (
    <Sums
      rows={[
        { label: t('ticketsBefore'), amount: before },
        { label: t('ticketsAfter'), amount: after },
        { label: t('difference'), amount: after - before, isStrong: true, tone: after > before ? 'warn' : undefined },
      ]}
    />
  )
}
