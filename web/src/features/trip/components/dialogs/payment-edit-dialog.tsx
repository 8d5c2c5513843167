'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DateField } from '@/components/ui/date-field'
import { TextField } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { TimeField } from '@/components/ui/time-field'
import { dayIn } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { useMethodName } from '@/lib/use-method-name'
import { correctionOf, draftOf, type EditDraft } from '../../corrections'
import { handMethods } from '../../payments'
import { send } from '../../send'
import { usePayment, useTrip } from '../../trip-context'
import type { Payment } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog, type Wrong } from './deed-dialog'

/** How and when money was taken by hand, where that was noted wrongly; the amount stays what it is. */
export function PaymentEditDialog({ what, onClose }: DialogProps<'paymentEdit'>) {
  const payment = usePayment(what.payment)
  return payment && <Edit payment={payment} onClose={onClose} />
}

function Edit({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTranslations('money')
  const common = useTranslations('common')
  const format = useFormat()
  const { id, trip, zone } = useTrip()
  const [draft, setDraft] = useState<EditDraft>(() => draftOf(payment, zone))
  const body = correctionOf(draft, payment, zone)
  return (
    <DeedDialog
      title={t('editTitle', { amount: format.money(payment.amount, trip.currency) })}
      label={common('save')}
      isDisabled={body === null}
      onClose={onClose}
      shown={['method', 'received_at', 'reference', 'note']}
      change={() => ({
        send: ({ version }) =>
          send('/api/trip/{trip}/payment/edit', { trip: id }, { payment_id: payment.id, ...body, version }),
        done: t('saved'),
      })}
    >
      {(wrong) => <Fields draft={draft} onChange={setDraft} wrong={wrong} />}
    </DeedDialog>
  )
}

type FieldsProps = { draft: EditDraft; onChange: (draft: EditDraft) => void; wrong: Wrong }

function Fields({ draft, onChange, wrong }: FieldsProps) {
  const t = useTranslations('money')
  const methodName = useMethodName()
  return (
    <>
      <p className="text-sm text-faint text-pretty">{t('editText')}</p>
      <Select
        label={t('method')}
        options={handMethods.map((one) => ({ id: one, name: methodName(one) }))}
        value={draft.method}
        onChange={(method) => onChange({ ...draft, method })}
        error={wrong('method')}
      />
      <When draft={draft} onChange={onChange} wrong={wrong} />
      <TextField
        label={t('reference')}
        value={draft.reference}
        onChange={(reference) => onChange({ ...draft, reference })}
        error={wrong('reference')}
        maxLength={120}
      />
      <TextField
        label={t('note')}
        value={draft.note}
        onChange={(note) => onChange({ ...draft, note })}
        error={wrong('note')}
        rows={2}
        maxLength={2000}
      />
    </>
  )
}

function When({ draft, onChange, wrong }: FieldsProps) {
  const t = useTranslations('money')
  const { zone } = useTrip()
  return (
    <div className="grid grid-cols-[3fr_2fr] items-start gap-3">
      <DateField
        label={t('receivedOn')}
        value={draft.day}
        today={dayIn(zone)}
        onChange={(day) => onChange({ ...draft, day })}
        error={wrong('received_at')}
      />
      <TimeField label={t('receivedAt')} value={draft.time} onChange={(time) => onChange({ ...draft, time })} />
    </div>
  )
}
