'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Attempts } from '@/components/pay/attempts'
import { postOnce } from '@/components/pay/send'
import { openForCash } from '@/components/printing/cash-drawer'
import { refundQuery } from './api'
import { refundable, tipLeft } from './payments'
import { atReader, editedPlan, scopeOf, wayOf, type PlanRow, type RefundAnswer, type RefundDraft } from './refund'
import { useTrip } from './trip-context'
import type { Change, Payment } from './types'

/** A refund as it is being put together: what the server makes of it, and doing it. */
export function useRefund(draft: RefundDraft, only: Payment | null, onAnswer: (answer: RefundAnswer) => void) {
  const { trip } = useTrip()
  const [attempts] = useState(() => new Attempts())
  const scope = only ? null : scopeOf(draft)
  const preview = useQuery({ ...refundQuery(trip.id ?? 0, trip.version, draft, scope ?? {}), enabled: scope !== null })
  const tipOf = (payment: Payment) => tipLeft(payment, trip.payments)
  const left = new Map(trip.payments.map((one) => [one.id, { amount: refundable(one), tip: tipOf(one) }]))
  const planned = only ? [rowOf(only, tipOf(only))] : scope ? (preview.data?.plan ?? []) : []
  const plan = editedPlan(planned, draft, left)
  const token = only ? null : (preview.data?.preview_token ?? null)
  const change = (): Change => ({ send: () => giveBack(attempts, trip.id ?? 0, draft, plan, token).then(tell) })
  const tell = (answer: RefundAnswer) => {
    // Whether cash went back is for the server to say.
    openForCash()
    onAnswer(answer)
    return answer
  }
  return { preview, plan, left, change }
}

const rowOf = (payment: Payment, tip_amount: number): PlanRow => ({
  payment_id: payment.id,
  method: payment.method,
  amount: refundable(payment),
  tip_amount,
  route: payment.requires_terminal_refund
    ? 'terminal'
    : payment.method === 'gift_card'
      ? 'gift_card'
      : payment.intent_id === null
        ? 'manual'
        : 'gateway',
})

/** Cards that have to be there come first, one after the other: who stands at the reader waits for nobody else. */
async function giveBack(
  attempts: Attempts,
  trip_id: number,
  draft: RefundDraft,
  plan: PlanRow[],
  token: string | null,
) {
  const { reason, reader } = draft
  const note = draft.note.trim()
  const present = atReader(plan, draft)
  const rest = plan.filter((row) => row.amount > 0 && !present.includes(row))
  const answers: RefundAnswer[] = []
  for (const { payment_id, amount, tip_amount } of present) {
    const body = { payment_id, amount, tip_amount, reason, note, reader_id: reader }
    answers.push(await postOnce(attempts, '/api/payments/stripe_terminal_refund', {}, body))
  }
  if (rest.length > 0) {
    const parts = rest.map(({ payment_id, amount, tip_amount }) => ({ payment_id, amount, tip_amount }))
    const shown = present.length === 0 ? { preview_token: token } : {}
    const body = { trip_id, plan: parts, as: wayOf(draft), reason, note, ...shown }
    answers.push(await postOnce(attempts, '/api/payment/refund', {}, body))
  }
  const last = answers.at(-1)
  if (!last) throw new Error('Nothing goes back.')
  return {
    ...last,
    refunds: answers.flatMap(({ refunds }) => refunds),
    credit: answers.find(({ credit }) => credit !== null)?.credit ?? null,
  }
}
