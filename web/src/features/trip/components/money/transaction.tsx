'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { KeyValues } from '@/components/ui/key-values'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { transactionQuery } from '../../api'
import { useTrip } from '../../trip-context'
import type { Payment } from '../../types'

/** The gateway's side of one payment. */
export function Transaction({ payment }: { payment: Payment }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  const { data, error } = useQuery(transactionQuery(payment.id))
  if (error) return <ErrorState error={error} />
  if (!data) return <Skeleton className="m-4 h-40 w-64" />
  const money = (amount: number | null) => (amount === null ? null : format.money(amount, trip.currency))
  const { fee, payout } = data
  const paidOut =
    payout && t('payoutOn', { when: format.day(payout.arrival_date, 'medium'), amount: money(payout.amount) ?? '' })
  return (
    <div className="max-w-sm p-4">
      <KeyValues
        rows={[
          [t('fee'), fee && `${money(fee.processing_amount)}${fee.is_estimated ? ` (${t('estimated')})` : ''}`],
          ...(fee?.platform_amount ? [[t('platformFee'), money(fee.platform_amount)] as [string, string | null]] : []),
          [t('net'), fee && money(payment.amount - fee.processing_amount - fee.platform_amount)],
          [t('payout'), paidOut ?? t('noPayout')],
          [t('risk'), data.risk_level],
          [t('gatewayNumber'), data.gateway_charge_id && <code className="text-xs">{data.gateway_charge_id}</code>],
        ]}
      />
    </div>
  )
}
