'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { refundable, tooMuch } from '../../../payments'
import { newRefund, type RefundAnswer } from '../../../refund'
import { useTrip } from '../../../trip-context'
import type { DialogProps } from '../../types'
import { RefundForm } from './refund-form'
import { RefundResult } from './refund-result'

/** Give money back: why, what for, over which payments and how, with what is kept; then how each part went. */
export function RefundDialog({ what, onClose }: DialogProps<'refund'>) {
  const { trip } = useTrip()
  const [answer, setAnswer] = useState<RefundAnswer | null>(null)
  const only = trip.payments.find(({ id }) => id === what.payment) ?? null
  const whole = (only ? [only] : trip.payments).reduce((sum, one) => sum + refundable(one), 0)
  const overpaid = only ? 0 : tooMuch(trip)
  const [draft, setDraft] = useState(() => newRefund(overpaid))
  if (answer) return <RefundDone answer={answer} onClose={onClose} />
  return <RefundForm {...{ draft, only, whole, onClose }} onChange={setDraft} onAnswer={setAnswer} />
}

export function RefundDone({ answer, onClose }: { answer: RefundAnswer; onClose: () => void }) {
  const t = useTranslations('money')
  const footer = (
    <Button look="primary" autoFocus onPress={onClose}>
      {t('done')}
    </Button>
  )
  return (
    <Dialog title={t('refundDone')} isOpen onClose={onClose} footer={footer}>
      <RefundResult answer={answer} />
    </Dialog>
  )
}
