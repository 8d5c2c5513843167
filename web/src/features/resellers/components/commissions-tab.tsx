'use client'
import { useTranslations } from 'use-intl'
import { FormChecks, FormRadio, FormSelect } from '@/components/form-choices'
import { Card } from '@/components/ui/page-header'
import { commissionsBody, commissionsOf, commissionsSchema } from '../form'
import { roundings } from '../model'
import { TabForm } from './tab-form'
import type { TabProps } from './types'

const bases = ['net_of_discount', 'gross'] as const
const parts = ['addons', 'products', 'fees'] as const
const shown = ['basis', 'also', 'rounding']

/** What a commission is a share of, and which way it is rounded. */
export default function CommissionsTab({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  return (
    <TabForm
      tab="commissions"
      reseller={reseller}
      pick={commissionsOf}
      body={commissionsBody}
      schema={commissionsSchema}
      shown={shown}
    >
      <Card title={t('base')}>
        <div className="space-y-5">
          <p className="text-sm text-soft text-pretty">{t('baseText')}</p>
          <FormRadio
            name="basis"
            label={t('basis')}
            options={bases.map((id) => ({ id, name: t(`basis_${id}`), note: t(`basisNote_${id}`) }))}
          />
          <FormChecks name="also" label={t('also')} options={parts.map((id) => ({ id, name: t(`also_${id}`) }))} />
          <div className="grid gap-5 sm:grid-cols-2">
            <FormSelect
              name="rounding"
              label={t('rounding')}
              options={roundings.map((id) => ({ id, name: t(`rounding_${id}`) }))}
            />
          </div>
        </div>
      </Card>
    </TabForm>
  )
}
