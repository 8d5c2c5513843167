'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { useFormat } from '@/lib/use-format'
import { send } from '../../send'
import { usePayment, useTrip } from '../../trip-context'
import type { Payment } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Reason, Sums } from './parts'

type Props = { payment: Payment; onClose: () => void }

/** What to remember about a payment. */
export function PaymentNoteDialog({ what, onClose }: DialogProps<'paymentNote'>) {
  const payment = usePayment(what.payment)
  return payment && <Note payment={payment} onClose={onClose} />
}

function Note({ payment, onClose }: Props) {
  const t = useTranslations('money')
  const common = useTranslations('common')
  const { id } = useTrip()
  const [note, setNote] = useState(payment.note)
  const put = (text: string) => ({
    send: ({ version }: { version: number }) =>
      send('/api/trip/{trip}/payment/note/update', { trip: id }, { payment_id: payment.id, note: text, version }),
  })
  return (
    <DeedDialog
      title={t('editNote')}
      label={common('save')}
      isDisabled={note.trim() === payment.note}
      onClose={onClose}
      shown={['note']}
      change={() => ({ ...put(note.trim()), done: t('saved'), undo: put(payment.note) })}
    >
      {(wrong) => (
        <TextField
          label={t('note')}
          value={note}
          onChange={setNote}
          error={wrong('note')}
          rows={3}
          maxLength={2000}
          autoFocus
        />
      )}
    </DeedDialog>
  )
}

/** A payment that was never made: it stays in the list, struck out, with the reason. */
export function PaymentRemoveDialog({ what, onClose }: DialogProps<'paymentRemove'>) {
  const payment = usePayment(what.payment)
  return payment && <Remove payment={payment} onClose={onClose} />
}

function Remove({ payment, onClose }: Props) {
  const t = useTranslations('money')
  const format = useFormat()
  const { id, trip } = useTrip()
  const [reason, setReason] = useState('')
  const amount = format.money(payment.amount, trip.currency)
  const balance = trip.totals.balance
  const body = { payment_id: payment.id, reason: reason.trim() }
  return (
    <DeedDialog
      title={t('removeTitle', { amount })}
      label={t('removePayment')}
      look="destroy"
      isDisabled={!body.reason}
      onClose={onClose}
      change={() => ({
        send: ({ version }) => send('/api/trip/{trip}/payment/remove', { trip: id }, { ...body, version }),
        done: t('done_removed', { amount }),
      })}
    >
      {(wrong) => (
        <>
          <p className="text-pretty text-soft">{t('removeText')}</p>
          <Sums
            rows={[
              { label: t('balanceNow'), amount: balance },
              { label: t('balanceThen'), amount: balance + payment.amount - payment.tip_amount, isStrong: true },
            ]}
          />
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired autoFocus />
        </>
      )}
    </DeedDialog>
  )
}
