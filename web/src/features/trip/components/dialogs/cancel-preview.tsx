'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { components } from '@/api/schema'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { useMethodName } from '@/lib/use-method-name'
import { useTrip } from '../../trip-context'
import type { Order } from '../../types'
import { Sums } from './parts'

type Props = {
  order: Order
  preview: UseQueryResult<components['schemas']['CancelAnswer']>
  /** Whether anything goes back at all. */
  isGiven: boolean
}

/** What is kept and what goes back, computed by the policy the guest agreed to. */
export function CancelPreview({ order, preview, isGiven }: Props) {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const methodName = useMethodName()
  const { data, error } = preview
  if (error) return <Notice tone="bad">{errorText(error)}</Notice>
  if (!data) return <Skeleton className="h-32" />
  const { gross, keep, overpaid } = data.preview
  const plan = isGiven ? data.preview.plan : []
  const back = plan.reduce((sum, one) => sum + one.amount, 0)
  const stays = overpaid - back
  return (
    <div className="space-y-3">
      <Sums
        rows={[
          { label: t('orderCosts'), amount: gross },
          { label: t('kept'), amount: keep },
          ...plan.map((one) => ({
            label: t('goesBackBy', { method: methodName(one.method) }),
            amount: one.amount,
            isStrong: true,
          })),
          ...(back === 0 ? [{ label: t('goesBack'), amount: 0, isStrong: true }] : []),
          ...(stays > 0 ? [{ label: t('staysAsCredit'), amount: stays }] : []),
        ]}
      />
      <p className="text-sm text-faint">
        {t('cancelText', { count: order.bookings.length })}{' '}
        {order.cancellation && t('byPolicy', { name: order.cancellation.policy_name })}
      </p>
      <Blocked blocked={data.preview.non_refundable} />
      {data.warnings.map((one) => (
        <Notice key={one.code} tone="warn">
          {one.message}
        </Notice>
      ))}
    </div>
  )
}

type BlockedProps = { blocked: components['schemas']['RefundPreviewOut']['non_refundable'] }

/** Money that cannot be given back here, and why. */
function Blocked({ blocked }: BlockedProps) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  return blocked.map((one) => (
    <Notice key={one.payment_id} tone="warn">
      {t(`blocked_${one.reason}`, { amount: format.money(one.amount, trip.currency) })}
    </Notice>
  ))
}
