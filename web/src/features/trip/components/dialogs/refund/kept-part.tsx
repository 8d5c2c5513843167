'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Switch } from '@/components/ui/switch'
import { useErrorText } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { asPlanned, scopeOf, type Kept as KeptLine, type RefundDraft, type RefundPreview } from '../../../refund'
import { useTrip } from '../../../trip-context'
import { Sums } from '../parts'

type Props = {
  draft: RefundDraft
  preview: UseQueryResult<RefundPreview>
  onChange: (draft: RefundDraft) => void
}

/** What the policy keeps of each order and why, what cannot go back, and what to know before. */
export function KeptPart({ draft, preview, onChange }: Props) {
  const t = useTranslations('money')
  const errorText = useErrorText()
  const { data, error } = preview
  if (scopeOf(draft) === null) return null
  if (error) return <Notice tone="bad">{errorText(error)}</Notice>
  if (!data) return <Skeleton className="h-28" />
  const isByPolicy = draft.scope === 'orders' || draft.scope === 'guests'
  return (
    <div className="space-y-3">
      {isByPolicy && <p className="text-sm text-faint text-pretty">{t('refundOnly')}</p>}
      {isByPolicy && <Kept data={data} />}
      {isByPolicy && (data.keep > 0 || draft.isFull) && (
        <Switch
          isSelected={draft.isFull}
          onChange={(isFull) => onChange({ ...draft, isFull, ...asPlanned() })}
          hint={t('fullHint')}
        >
          {t('fullBack')}
        </Switch>
      )}
      {data.warnings.map((one) => (
        <Notice key={one.code} tone="warn">
          {one.message}
        </Notice>
      ))}
    </div>
  )
}

/** What goes, and what of it stays with us: by the step of the policy, or a fee. */
function Kept({ data }: { data: RefundPreview }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  const why = useKeptWords()
  const { gross, keep, overpaid } = data
  // What of it was never paid cannot go back; what was paid too much before goes back with it.
  const unpaid = gross - keep - overpaid
  const nameOf = (id: number) => trip.tripOrders.find((order) => order.id === id)?.experience.name ?? ''
  return (
    <Sums
      rows={[
        ...data.orders.flatMap((order) => [
          { label: nameOf(order.trip_order_id), amount: order.gross },
          ...data.kept
            .filter((one) => one.trip_order_id === order.trip_order_id && one.amount > 0)
            .map((one) => ({ label: why(one), amount: -one.amount })),
        ]),
        ...(unpaid === 0 ? [] : [{ label: t(unpaid > 0 ? 'notPaid' : 'credit'), amount: -unpaid }]),
        { label: t('goesBack'), amount: overpaid, isStrong: true },
      ]}
    >
      {data.open_amount > 0 && (
        <p className="pt-1 text-faint">{t('notPaidYet', { amount: format.money(data.open_amount, trip.currency) })}</p>
      )}
    </Sums>
  )
}

/** Why something is kept, in words that can be read out. */
function useKeptWords(): (kept: KeptLine) => string {
  const t = useTranslations('money')
  const format = useFormat()
  return ({ why, label, hours_before, refund_ppm }) => {
    if (why === 'policy' && hours_before !== null && refund_ppm !== null) {
      const share = format.number(refund_ppm / 10_000)
      return t('kept_policy', { when: format.distance(hours_before * 60), share })
    }
    return why === 'policy' || why === 'nothing' ? label || t('kept_other') : t(`kept_${why}`)
  }
}
