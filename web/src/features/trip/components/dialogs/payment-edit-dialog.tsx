'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { handMethods } from '../../payments'
import { send } from '../../send'
import { usePayment, useTrip } from '../../trip-context'
import type { Payment } from '../../types'
import { useMethodName } from '@/lib/use-method-name'
import type { DialogProps } from '../trip-dialogs'
import { DeedDialog, type Wrong } from './deed-dialog'

type Draft = { method: (typeof handMethods)[number]; reference: string; note: string }

/** How money was taken by hand, where that was noted wrongly; the amount stays what it is. */
export function PaymentEditDialog({ what, onClose }: DialogProps<'paymentEdit'>) {
  const payment = usePayment(what.payment)
  return payment && <Edit payment={payment} onClose={onClose} />
}

function Edit({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTranslations('money')
  const common = useTranslations('common')
  const { id } = useTrip()
  const method = handMethods.find((one) => one === payment.method) ?? 'other'
  const [draft, setDraft] = useState<Draft>({ method, reference: payment.reference, note: payment.note })
  return (
    <DeedDialog
      title={t('editPayment')}
      label={common('save')}
      onClose={onClose}
      shown={['method', 'reference', 'note']}
      change={() => ({
        send: ({ version }) =>
          send('/api/trip/{trip}/payment/edit', { trip: id }, { payment_id: payment.id, ...draft, version }),
        done: t('saved'),
      })}
    >
      {(wrong) => <Fields draft={draft} onChange={setDraft} wrong={wrong} />}
    </DeedDialog>
  )
}

type FieldsProps = { draft: Draft; onChange: (draft: Draft) => void; wrong: Wrong }

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
