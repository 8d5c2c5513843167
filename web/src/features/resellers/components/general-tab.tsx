'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormChecks, FormRadio, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormText } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'
import { useCan } from '@/lib/session'
import { bookingRulesQuery } from '../api'
import { generalBody, generalOf, generalSchema } from '../form'
import { allowances } from '../model'
import { useChoices } from '../use-words'
import { Contacts } from './contacts'
import { TabForm } from './tab-form'
import type { TabProps } from './types'

const shown = [...Object.keys(generalSchema.shape), 'contacts.*.name', 'contacts.*.email', 'contacts.*.phone']

/** Who a reseller is, who takes the guests' money, and what their agents may do. */
export default function GeneralTab({ reseller }: TabProps) {
  return (
    <TabForm tab="general" reseller={reseller} pick={generalOf} body={generalBody} schema={generalSchema} shown={shown}>
      <Business />
      <Contacts />
      <Sales />
      <Agents />
    </TabForm>
  )
}

function Business() {
  const t = useTranslations('resellers')
  const choices = useChoices()
  return (
    <Card title={t('business')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText name="name" label={t('name')} />
        <FormSelect name="reseller_type" label={t('type')} options={choices.types} />
        <FormText name="address" label={t('address')} rows={3} className="sm:col-span-2" />
        <FormText name="tax_id" label={t('taxId')} />
        <FormText name="promo_link_code" label={t('promoCode')} hint={t('promoCodeHint')} spellCheck={false} />
      </div>
    </Card>
  )
}

function Sales() {
  const t = useTranslations('resellers')
  const choices = useChoices()
  return (
    <Card title={t('sales')}>
      <div className="space-y-5">
        <FormRadio name="collect_type" label={t('collects')} options={choices.collectTypes} />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormSelect name="payment_method" label={t('payment')} options={choices.paymentMethods} />
          <BookingRules />
        </div>
        <div>
          <FormSwitch name="is_voucher_required">{t('voucherRequired')}</FormSwitch>
          <FormSwitch name="is_agent_required">{t('agentRequired')}</FormSwitch>
        </div>
      </div>
    </Card>
  )
}

/** Under which set of rules this reseller books; who may not see the sets leaves it as it is. */
function BookingRules() {
  const t = useTranslations('resellers')
  const mayLook = useCan('experience.view')
  const { data } = useQuery({ ...bookingRulesQuery, enabled: mayLook })
  if (!data) return null
  const sets = data.restrictions.map(({ id, name }) => ({ id, name }))
  return (
    <FormSelect
      name="restriction_id"
      label={t('bookingRules')}
      options={[{ id: 0, name: t('bookingRulesOfTours') }, ...sets]}
      hint={t('bookingRulesHint')}
    />
  )
}

function Agents() {
  const t = useTranslations('resellers')
  const options = allowances.map((id) => ({ id, name: t(`allow_${id}`) }))
  return (
    <Card title={t('allow')}>
      <FormChecks name="allow" label={t('allowLabel')} options={options} hint={t('allowHint')} />
    </Card>
  )
}
