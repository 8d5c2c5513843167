'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Attempts } from '@/components/pay/attempts'
import { postOnce } from '@/components/pay/send'
import { useFormat } from '@/lib/use-format'
import { newRefund, wayOf, type RefundAnswer, type RefundDraft } from '../../../refund'
import { usePayment, useTrip } from '../../../trip-context'
import type { Payment } from '../../../types'
import type { DialogProps } from '../../types'
import { DeedDialog } from '../deed-dialog'
import { RefundDone } from './refund-dialog'
import { TargetPart } from './target-part'

/** A refund that did not go through: once more, or in another way. */
export function RefundAgainDialog({ what, onClose }: DialogProps<'refundAgain'>) {
  const refund = usePayment(what.payment)
  const [answer, setAnswer] = useState<RefundAnswer | null>(null)
  if (answer) return <RefundDone answer={answer} onClose={onClose} />
  return refund && <Again refund={refund} onAnswer={setAnswer} onClose={onClose} />
}

type Props = { refund: Payment; onAnswer: (answer: RefundAnswer) => void; onClose: () => void }

function Again({ refund, onAnswer, onClose }: Props) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip } = useTrip()
  const [attempts] = useState(() => new Attempts())
  const [draft, setDraft] = useState<RefundDraft>({ ...newRefund(0), target: 'hand' })
  const body = { refund_id: refund.id, as: wayOf(draft), reason: draft.reason, note: draft.note.trim() }
  const again = async () => {
    const answer = await postOnce<RefundAnswer>(attempts, '/api/payment/refund', {}, body)
    onAnswer(answer)
    return answer
  }
  return (
    <DeedDialog
      title={t('refundAgain')}
      label={t('refundDo', { amount: format.money(refund.amount, trip.currency) })}
      look="destroy"
      onClose={onClose}
      onDone={() => {}}
      shown={['note']}
      change={() => ({ send: again })}
    >
      <p className="text-soft text-pretty">{t('refundAgainText')}</p>
      <TargetPart draft={draft} needsReader={false} onChange={setDraft} />
    </DeedDialog>
  )
}
