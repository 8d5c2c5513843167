'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { ClosingNotice } from '@/features/sell/components/closing-notice'
import { ProblemNotice } from '@/features/sell/components/problem-notice'
import type { WantedOrder } from '@/features/sell/model'
import { useSale } from '@/features/sell/use-sale'
import type { Changed } from '@/features/sell/use-readiness'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Desk } from '../types'

type Props = { desk: Desk; order: WantedOrder; error: Error | null; changed: Changed | null }

const seatless = ['sold_out', 'not_bookable', 'resource_unavailable', 'hold_expired']

/** Why it is not sold, what was kept, and what to do next. */
export function SaleProblem({ desk, order, error, changed }: Props) {
  const { problem, saving } = useSale()
  const words = useSaleWords(desk)
  const found = saving === 'failed' ? problem?.error : error
  if (changed) return <ClosingNotice error={null} changed={changed} currency={desk.currency} />
  if (found instanceof ApiError && Object.keys(found.fields).length > 0) return null
  if (!found) return null
  const isSeats = found instanceof ApiError && seatless.includes(found.code)
  return (
    <div className="mb-3">
      {isSeats ? <ProblemNotice order={order} error={found} /> : <Notice tone="bad">{words(found)}</Notice>}
    </div>
  )
}

/** A refusal in the words of a counter: whom to ask, and that nothing typed is lost. */
function useSaleWords(desk: Desk): (error: unknown) => string {
  const t = useTranslations('desk')
  const format = useFormat()
  const errorText = useErrorText()
  const operator = useSession()?.account.name ?? ''
  const reseller = desk.reseller.name
  return (error) => {
    if (!(error instanceof ApiError)) return errorText(error)
    const left = Number(error.detail.available ?? 0)
    switch (error.code) {
      case 'offline':
        return t('problem_offline')
      case 'already_running':
        return t('problem_running')
      case 'credit_limit':
        return desk.sees_prices
          ? t('problem_credit', { reseller, operator, amount: format.money(Math.max(0, left), desk.currency) })
          : t('problem_creditHidden', { reseller, operator })
      case 'reseller_inactive':
        return t('problem_inactive', { reseller, operator })
      case 'forbidden':
      case 'agent_without_reseller':
        return t('problem_forbidden', { operator })
      case 'payment_required':
        return t('problem_payment', { operator })
      case 'card_declined':
        return t('problem_card', { operator })
      case 'voucher_required':
        return t('problem_voucher')
      case 'not_found':
        return t('problem_gone')
      default:
        return errorText(error)
    }
  }
}
