'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { repriceQuery } from '../../api'
import { send } from '../../send'
import { useOrder, useTrip } from '../../trip-context'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Sums } from './parts'

/** Price an order by the rates of today: first what that would do, then the deed. */
export function RepriceDialog({ what, onClose }: DialogProps<'reprice'>) {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const { trip } = useTrip()
  const order = useOrder(what.order)
  const { data, error } = useQuery(repriceQuery(what.order, trip.version))
  if (!order) return null
  return (
    <DeedDialog
      title={t('reprice')}
      label={t('repriceDo')}
      isDisabled={!data || data.delta === 0}
      onClose={onClose}
      change={() => ({
        send: ({ version }) =>
          send('/api/tripOrder/{tripOrder}/reprice', { tripOrder: order.id }, { dry_run: false, version }),
        done: t('done_repriced'),
      })}
    >
      <p className="text-soft">{t('repriceText', { what: order.experience.name })}</p>
      {error && <Notice tone="bad">{errorText(error)}</Notice>}
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <Sums
          rows={[
            { label: t('before'), amount: data.old },
            { label: t('after'), amount: data.new },
            { label: t('difference'), amount: data.delta, isStrong: true, tone: data.delta > 0 ? 'warn' : undefined },
          ]}
        />
      )}
      {data?.delta === 0 && <p className="text-sm text-soft">{t('nothingChanges')}</p>}
    </DeedDialog>
  )
}
