'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormRadio } from '@/components/form-choices'
import { FormMoney } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'
import { ratesBody, ratesOf, ratesSchema } from '../form'
import { ways, type Way } from '../model'
import { RateFields } from './rate-fields'
import { TabForm } from './tab-form'
import { TopUpsCard } from './top-ups-card'
import type { TabProps } from './types'

const shown = ['commission_ppm', 'commission_amount', 'wholesale_ppm', 'credit_limit_amount']

/** What a reseller earns, or pays instead, and how much they may owe. */
export default function RatesTab({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const { currency } = reseller
  return (
    <div className="space-y-5">
      <TabForm tab="rates" reseller={reseller} pick={ratesOf} body={ratesBody} schema={ratesSchema} shown={shown}>
        <RateCard currency={currency} sheets={reseller.rate_sheet_ids.length} />
        <Card title={t('credit')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <FormMoney
              name="credit_limit_amount"
              label={t('credit_limit_amount')}
              hint={t('creditHint')}
              currency={currency}
              minValue={0}
            />
          </div>
        </Card>
      </TabForm>
      <TopUpsCard reseller={reseller} />
    </div>
  )
}

function RateCard({ currency, sheets }: { currency: string; sheets: number }) {
  const t = useTranslations('resellers')
  const way = useWatch({ name: 'way' }) as Way
  const options = ways.map((id) => ({ id, name: t(`way_${id}`), note: t(`wayNote_${id}`) }))
  return (
    <Card title={t('rate')}>
      <div className="space-y-5">
        <FormRadio name="way" label={t('rateHow')} options={options} />
        <div className="grid gap-5 sm:grid-cols-2">
          <RateFields at="" way={way} currency={currency} />
        </div>
        {sheets > 0 && <p className="text-sm text-faint">{t('ownRates', { count: sheets })}</p>}
      </div>
    </Card>
  )
}
