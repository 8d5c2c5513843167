'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, useField } from '@/components/form-fields'
import { RadioGroup } from '@/components/ui/radio-group'
import { SearchField } from '@/components/ui/search-field'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { foundQuery, operatorQuery, plansQuery, subscribe, type DeskOperator } from '../api'

type Values = { account: number | null; plan_id: number | null; trial_days: number | null }
type Props = {
  /** Who is put on a plan; null has somebody looked for. */
  operator: number | null
  onClose: () => void
}

const schema = z.looseObject({ account: z.number('required'), plan_id: z.number('required') })

/** An operator's first plan, also one that is not offered. */
export function SubscribeDialog({ operator, onClose }: Props) {
  const t = useTranslations('platformBilling')
  const queries = useQueryClient()
  return (
    <FormDialog<Values, DeskOperator>
      title={t('subscribe')}
      values={{ account: operator, plan_id: null, trial_days: 0 }}
      schema={schema}
      shown={['account', 'plan_id', 'trial_days']}
      label={t('subscribe')}
      save={({ account, plan_id, trial_days }) =>
        subscribe(account ?? 0, { plan_id: plan_id ?? 0, trial_days: trial_days ?? 0 })
      }
      onSaved={(answer) => {
        queries.setQueryData(operatorQuery(answer.account_id).queryKey, answer)
        void queries.invalidateQueries({ queryKey: ['platform', 'billing'] })
        onClose()
      }}
      onClose={onClose}
    >
      {operator === null && <OperatorChoice />}
      <PlanChoice />
      <FormNumber name="trial_days" label={t('trialDays')} hint={t('trialHint')} minValue={0} maxValue={365} />
    </FormDialog>
  )
}

const SHOWN = 6

function OperatorChoice() {
  const t = useTranslations('platformBilling')
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const { data, error } = useQuery(foundQuery(useDeferredValue(typed.trim())))
  const { value, onChange, error: problem } = useField<number | null>('account')
  const rows = (data?.data ?? []).slice(0, SHOWN)
  return (
    <div className="space-y-3">
      <SearchField label={t('findOperator')} placeholder={t('findOperatorHint')} value={typed} onChange={setTyped} />
      {error && <p className="text-bad">{errorText(error)}</p>}
      {data && rows.length === 0 && <p className="text-faint">{t('noOperator')}</p>}
      {rows.length > 0 && (
        <RadioGroup
          label={t('operator')}
          options={rows.map((row) => ({ id: String(row.id), name: row.name, hint: row.slug }))}
          value={value === null ? '' : String(value)}
          onChange={(id) => onChange(Number(id))}
          error={problem}
        />
      )}
    </div>
  )
}

function PlanChoice() {
  const t = useTranslations('platformBilling')
  const { data } = useQuery(plansQuery)
  const offered = (data?.plans ?? []).filter((plan) => !plan.is_archived)
  return (
    <FormSelect
      name="plan_id"
      label={t('plan')}
      options={offered.map((plan) => ({ id: plan.id, name: `${isolate(plan.name)} (${plan.currency})` }))}
    />
  )
}
