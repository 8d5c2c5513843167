'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { answersOf } from '../../answers'
import { saveAll } from '../../save-answers'
import { useOrder, useTrip } from '../../trip-context'
import type { FieldValue } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { FieldInputs } from './field-inputs'

/** The answers to what is asked about an order as a whole. */
export function OrderFieldsDialog({ what, onClose }: DialogProps<'orderFields'>) {
  const order = useOrder(what.order)
  return order && <Form fields={order.customFieldValues} onClose={onClose} />
}

/** The answers to what is asked once for a whole trip. */
export function TripFieldsDialog({ onClose }: DialogProps<'fields'>) {
  return <Form fields={useTrip().trip.customFieldValues} onClose={onClose} />
}

function Form({ fields, onClose }: { fields: readonly FieldValue[]; onClose: () => void }) {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const [answers, setAnswers] = useState(() => answersOf(fields))
  return (
    <DeedDialog
      title={t('questions')}
      label={common('save')}
      onClose={onClose}
      shown={['value', 'file']}
      change={() => ({ send: (trip) => saveAll(fields, answers, trip), done: t('saved') })}
    >
      {(wrong) => (
        <FieldInputs fields={fields} value={answers} onChange={setAnswers} error={wrong('value') ?? wrong('file')} />
      )}
    </DeedDialog>
  )
}
