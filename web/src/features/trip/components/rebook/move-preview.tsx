'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { movePreviewQuery } from '../../api'
import { useTrip } from '../../trip-context'
import type { Order } from '../../types'
import { Sums } from '../dialogs/parts'
import { moveBody, type Move } from './use-move'

/** What a move would make of the trip, as the server reckons it; what speaks against it is said here already. */
export function useMovePreview(order: Order, move: Move) {
  const { trip } = useTrip()
  const body = moveBody(move)
  return useQuery({
    ...movePreviewQuery(order.id, move.slot?.id ?? 0, trip.version, body),
    enabled: move.isReady,
    retry: false,
  })
}

/** The price of the trip before and after a move, and what that makes up or gives back. */
export function MovePreview({ preview }: { preview: ReturnType<typeof useMovePreview> }) {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const { data, error } = preview
  if (error) return <Notice tone="bad">{errorText(error)}</Notice>
  if (!data) return <Skeleton className="h-32" />
  const { old, delta, balance } = data.preview
  return (
    <>
      <Sums
        rows={[
          { label: t('before'), amount: old },
          { label: t('after'), amount: data.preview.new },
          { label: t('difference'), amount: delta, isStrong: true, tone: delta > 0 ? 'warn' : undefined },
          { label: t('balanceAfter'), amount: balance },
        ]}
      />
      {data.warnings.map((one) => (
        <Notice key={one.code} tone="warn">
          {one.message}
        </Notice>
      ))}
    </>
  )
}
