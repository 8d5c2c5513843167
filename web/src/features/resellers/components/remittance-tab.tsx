'use client'
import { useTranslations } from 'use-intl'
import { FormNumber, FormText, useField } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { remittanceOf, remittanceSchema } from '../form'
import { remittanceMethods } from '../model'
import { TabForm } from './tab-form'
import type { TabProps } from './types'

const shown = Object.keys(remittanceSchema.shape)

/** When what they owe is due, and how they are paid what we owe them. */
export default function RemittanceTab({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  return (
    <TabForm
      tab="remittance"
      reseller={reseller}
      pick={remittanceOf}
      body={(values) => values}
      schema={remittanceSchema}
      shown={shown}
    >
      <Card title={t('terms')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <FormNumber
            name="invoice_terms_days"
            label={t('termsDays')}
            hint={t('termsDaysHint')}
            minValue={0}
            maxValue={365}
          />
        </div>
      </Card>
      <Card title={t('payout')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Method />
          <FormText name="payee" label={t('payee')} />
          <FormText name="account" label={t('account')} hint={t('accountHint')} rows={3} className="sm:col-span-2" />
          <FormText name="note" label={t('note')} rows={2} className="sm:col-span-2" />
        </div>
      </Card>
    </TabForm>
  )
}

function Method() {
  const t = useTranslations('resellers')
  const { value, onChange, error } = useField<(typeof remittanceMethods)[number] | null>('method')
  const options = [
    { id: 'none' as const, name: t('method_none') },
    ...remittanceMethods.map((id) => ({ id, name: t(`method_${id}`) })),
  ]
  return (
    <Select
      label={t('method')}
      options={options}
      value={value ?? 'none'}
      onChange={(id) => onChange(id === 'none' ? null : id)}
      error={error}
    />
  )
}
