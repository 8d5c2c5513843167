'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormPercent } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormText, useField } from '@/components/form-fields'
import { DateField } from '@/components/ui/date-field'
import * as rules from '@/lib/rules'
import { giveCredit, markPaid, operatorQuery, setDiscount, waiveFee, type DeskOperator } from '../api'

export const deeds = ['paid', 'credit', 'discount', 'waive'] as const
export type Deed = (typeof deeds)[number]
type Values = {
  amount: number | null
  discount_ppm: number | null
  confirmation_code: string
  reference: string
  reason: string
  until: string | null
}
type Props = { found: DeskOperator; deed: Deed; onClose: () => void }

const shownOf = {
  paid: ['amount', 'reference'],
  credit: ['amount', 'reason'],
  discount: ['discount_ppm', 'until', 'reason'],
  waive: ['confirmation_code', 'reason'],
}
const given = z.looseObject({ reason: rules.name(160) })
const schemas = {
  paid: z.looseObject({ amount: z.number('required') }),
  credit: z.looseObject({ amount: z.number('required'), reason: rules.name(160) }),
  discount: z.looseObject({ discount_ppm: z.number('required'), reason: rules.name(160) }),
  waive: given,
}

/** Something done to an operator's bill, with its reason. */
export function DeedDialog({ found, deed, onClose }: Props) {
  const t = useTranslations('platformBilling')
  const queries = useQueryClient()
  const { currency } = found.billing
  return (
    <FormDialog<Values, DeskOperator>
      title={t(`deed_${deed}`)}
      values={valuesOf(found, deed)}
      schema={schemas[deed]}
      shown={shownOf[deed]}
      label={t(`deed_${deed}`)}
      save={(typed) => act(found.account_id, deed, typed)}
      onSaved={(answer) => {
        queries.setQueryData(operatorQuery(found.account_id).queryKey, answer)
        void queries.invalidateQueries({ queryKey: ['platform', 'billing', 'operators'] })
        onClose()
      }}
      onClose={onClose}
    >
      {(deed === 'paid' || deed === 'credit') && (
        <FormMoney name="amount" label={t('amount')} currency={currency} hint={t(`hint_${deed}`)} />
      )}
      {deed === 'discount' && (
        <>
          <FormPercent name="discount_ppm" label={t('discount')} max={1_000_000} />
          <Until />
        </>
      )}
      {deed === 'waive' && <FormText name="confirmation_code" label={t('tripCode')} hint={t('hint_waive')} />}
      {deed === 'paid' ? (
        <FormText name="reference" label={t('reference')} />
      ) : (
        <FormText name="reason" label={t('reason')} hint={t('reasonHint')} />
      )}
    </FormDialog>
  )
}

function valuesOf({ billing }: DeskOperator, deed: Deed): Values {
  const running = billing.subscription
  return {
    amount: deed === 'paid' && billing.balance > 0 ? billing.balance : null,
    discount_ppm: running?.discount_ppm || null,
    confirmation_code: '',
    reference: '',
    reason: '',
    until: running?.discount_until ?? null,
  }
}

function Until() {
  const t = useTranslations('platformBilling')
  const { value, onChange, error } = useField<string | null>('until')
  const today = new Date().toISOString().slice(0, 10)
  return (
    <DateField
      label={t('until')}
      hint={t('untilHint')}
      value={value}
      today={today}
      min={today}
      onChange={onChange}
      error={error}
    />
  )
}

function act(id: number, deed: Deed, typed: Values): Promise<DeskOperator> {
  const amount = typed.amount ?? 0
  const { reason } = typed
  if (deed === 'paid') return markPaid(id, { amount, reference: typed.reference })
  if (deed === 'credit') return giveCredit(id, { amount, reason })
  if (deed === 'discount') return setDiscount(id, { discount_ppm: typed.discount_ppm ?? 0, until: typed.until, reason })
  return waiveFee(id, { confirmation_code: typed.confirmation_code.trim(), reason })
}
