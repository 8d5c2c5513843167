'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormRadio } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormText } from '@/components/form-fields'
import { toast } from '@/lib/toast'
import { addTopUp, resellerKey, topUpsQuery } from '../api'
import { atField } from '@/lib/at-field'
import { topUpSchema, type TopUpValues } from '../form'
import type { TabProps } from './types'

const kinds = ['add', 'refund', 'adjust'] as const
const shown = Object.keys(topUpSchema.shape)
const values = { kind: 'add', amount: null, note: '' } as unknown as TopUpValues

/** Note what a reseller paid in advance or got back, or put the balance right. */
export function TopUpDialog({ reseller, onClose }: TabProps & { onClose: () => void }) {
  const t = useTranslations('resellers')
  const queries = useQueryClient()
  const save = (typed: TopUpValues) =>
    addTopUp(reseller.id, typed).catch((error: unknown) => {
      throw atField(error, 'balance_too_low', 'amount', t('balanceTooLow'))
    })
  return (
    <FormDialog
      title={t('topUpAdd')}
      values={values}
      schema={topUpSchema}
      shown={shown}
      save={save}
      onSaved={(answer) => {
        queries.setQueryData(topUpsQuery(reseller.id).queryKey, answer)
        void queries.invalidateQueries({ queryKey: resellerKey(reseller.id) })
        onClose()
        toast.success(t('saved'))
      }}
      onClose={onClose}
    >
      <FormRadio name="kind" label={t('topUpKind')} options={kinds.map((id) => ({ id, name: t(`topUp_${id}`) }))} />
      <Amount currency={reseller.currency} />
      <FormText name="note" label={t('note')} hint={t('topUpNoteHint')} />
    </FormDialog>
  )
}

function Amount({ currency }: { currency: string }) {
  const t = useTranslations('resellers')
  const kind = useWatch({ name: 'kind' }) as TopUpValues['kind']
  const isEither = kind === 'adjust'
  return (
    <FormMoney
      name="amount"
      label={t('amount')}
      hint={isEither ? t('adjustHint') : undefined}
      currency={currency}
      minValue={isEither ? undefined : 0}
    />
  )
}
