'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { answersOf } from '../../answers'
import { saveAll } from '../../api'
import { useOrder } from '../../trip-context'
import type { Order } from '../../types'
import type { DialogProps } from '../trip-dialogs'
import { DeedDialog } from './deed-dialog'
import { FieldInputs } from './field-inputs'

/** The answers to what is asked about an order as a whole. */
export function FieldsDialog({ what, onClose }: DialogProps<'orderFields'>) {
  const order = useOrder(what.order)
  return order && <Form order={order} onClose={onClose} />
}

function Form({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const fields = order.customFieldValues ?? []
  const [answers, setAnswers] = useState(answersOf(fields))
  return (
    <DeedDialog
      title={t('questions')}
      label={common('save')}
      onClose={onClose}
      shown={['value']}
      change={() => ({ send: (trip) => saveAll(order, answers, trip), done: t('saved') })}
    >
      {(wrong) => <FieldInputs fields={fields} value={answers} onChange={setAnswers} error={wrong('value')} />}
    </DeedDialog>
  )
}
