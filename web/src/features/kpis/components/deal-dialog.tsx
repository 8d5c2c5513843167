'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { DealTerms, SalesDeal } from '@/api/platform-models'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormText, useField } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { DateField } from '@/components/ui/date-field'
import { PercentField } from '@/components/ui/percent-field'
import * as rules from '@/lib/rules'
import { createDeal, editDeal } from '../api'
import { DealAccount } from './deal-account'

const schema = z.looseObject({ name: rules.name(160) })
const shown = ['name', 'amount_mrr', 'probability_ppm', 'owner', 'source', 'expected_close', 'account_id']

type Props = { deal: SalesDeal | null; currency: string; onDelete: () => void; onClose: () => void }

/** A new deal, or another word about one. */
export function DealDialog({ deal, currency, onDelete, onClose }: Props) {
  const t = useTranslations('kpis')
  const queries = useQueryClient()
  return (
    <FormDialog<DealTerms, SalesDeal>
      title={deal ? t('editDeal') : t('newDeal')}
      values={termsOf(deal)}
      schema={schema}
      shown={shown}
      save={(said) => (deal ? editDeal(deal, said) : createDeal({ ...said, stage: 'lead' }))}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: ['kpis'] })
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('dealName')} autoFocus />
      <FormMoney name="amount_mrr" label={t('dealAmount')} currency={currency} />
      <Probability />
      <ExpectedClose />
      <FormText name="owner" label={t('owner')} />
      <FormText name="source" label={t('source')} />
      <DealAccount deal={deal} />
      {deal && <DeleteButton onPress={onDelete} />}
    </FormDialog>
  )
}

function DeleteButton({ onPress }: { onPress: () => void }) {
  const t = useTranslations('kpis')
  return (
    <Button look="danger" onPress={onPress}>
      <Trash2 aria-hidden className="size-4" />
      {t('deleteDeal')}
    </Button>
  )
}

const termsOf = (deal: SalesDeal | null): DealTerms => ({
  name: deal?.name ?? '',
  amount_mrr: deal?.amount_mrr ?? 0,
  probability_ppm: deal?.probability_ppm ?? 0,
  owner: deal?.owner ?? '',
  source: deal?.source ?? '',
  expected_close: deal?.expected_close ?? null,
  account_id: deal?.account_id ?? null,
})

function Probability() {
  const t = useTranslations('kpis')
  const { value, onChange, error } = useField<number | null>('probability_ppm')
  return <PercentField label={t('probability')} value={value} onChange={onChange} max={1_000_000} error={error} />
}

function ExpectedClose() {
  const t = useTranslations('kpis')
  const { value, onChange, error } = useField<string | null>('expected_close')
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  return <DateField label={t('expectedClose')} value={value} onChange={onChange} today={today} error={error} />
}
