'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormMultiSelect, FormPercent, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormNumber, FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { limitFields, limitNames, withoutGaps, type Limits } from '../plan-limits'
import { plansQuery, savePlan, type DeskPlan, type DeskPlanIn } from '../api'

/** Ways of selling that a fee can be for (outfitter_tenants/trips/defaults.py). */
const methods = ['ecommerce', 'phone', 'walk_up', 'pos', 'kiosk', 'reseller', 'ota', 'ai_agent', 'staff'] as const
type Props = { plan: DeskPlan | null; onClose: () => void }
type Values = Omit<DeskPlanIn, 'limits'> & { limits: Limits }

const kinds = ['free', 'flat', 'per_booking', 'hybrid'] as const
const schema = z.looseObject({
  name: rules.name(80),
  slug: rules.name(40),
  description: rules.trimmed(300),
  currency: rules.name(3),
})
const shown = [
  'name',
  'slug',
  'description',
  'kind',
  'currency',
  'price',
  'trial_days',
  'fee_ppm',
  'fee_fixed',
  'fee_cap',
  'fee_methods',
  'limits',
]

const blank: Values = {
  slug: '',
  name: '',
  description: '',
  position: 0,
  is_hidden: false,
  kind: 'flat',
  price: 0,
  currency: 'USD',
  interval: 'month',
  trial_days: 0,
  fee_ppm: 0,
  fee_fixed: 0,
  fee_cap: null,
  fee_methods: [],
  fee_customer_pays: false,
  limits: limitFields({}),
}

/** A plan, or its next version: whoever is on the old price keeps it. */
export function PlanDialog({ plan, onClose }: Props) {
  const t = useTranslations('platformBilling')
  const queries = useQueryClient()
  return (
    <FormDialog<Values, { plans: DeskPlan[] }>
      title={plan ? t('editPlan', { name: plan.name }) : t('newPlan')}
      size="lg"
      values={plan ? valuesOf(plan) : blank}
      schema={schema}
      shown={shown}
      save={(values) =>
        savePlan({ ...values, limits: withoutGaps(values.limits), plan_id: plan?.id, version: plan?.version })
      }
      onSaved={(answer) => {
        queries.setQueryData(plansQuery.queryKey, answer)
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} autoFocus />
      <FormText name="slug" label={t('slug')} hint={t('slugHint')} />
      <FormText name="description" label={t('description')} />
      <FormSelect name="kind" label={t('kind')} options={kinds.map((id) => ({ id, name: t(`kind_${id}`) }))} />
      <Prices />
      <Limits />
      <FormSwitch name="is_hidden" hint={t('hiddenHint')}>
        {t('hidden')}
      </FormSwitch>
    </FormDialog>
  )
}

function Prices() {
  const t = useTranslations('platformBilling')
  const [kind, typed] = useWatch<DeskPlanIn, ['kind', 'currency']>({ name: ['kind', 'currency'] })
  const currency = /^[A-Z]{3}$/.test(typed) ? typed : 'USD'
  const hasPrice = kind === 'flat' || kind === 'hybrid'
  const hasFee = kind === 'per_booking' || kind === 'hybrid'
  const intervals = [
    { id: 'month', name: t('byMonth') },
    { id: 'year', name: t('byYear') },
  ]
  return (
    <>
      <FormText name="currency" label={t('currency')} hint={t('currencyHint')} maxLength={3} />
      {hasPrice && (
        <>
          <FormMoney name="price" label={t('price')} currency={currency} minValue={0} />
          <FormSelect name="interval" label={t('interval')} options={intervals} />
          <FormNumber name="trial_days" label={t('trialDays')} minValue={0} maxValue={365} />
        </>
      )}
      {hasFee && (
        <>
          <FormPercent name="fee_ppm" label={t('feeShare')} max={1_000_000} />
          <FormMoney name="fee_fixed" label={t('feeFixed')} currency={currency} minValue={0} />
          <FormMoney name="fee_cap" label={t('feeCap')} hint={t('feeCapHint')} currency={currency} minValue={0} />
          <FormMultiSelect
            name="fee_methods"
            label={t('feeMethods')}
            hint={t('feeMethodsHint')}
            options={methods.map((id) => ({ id, name: t(`method_${id}`) }))}
          />
          <FormSwitch name="fee_customer_pays" hint={t('customerPaysHint')}>
            {t('customerPays')}
          </FormSwitch>
        </>
      )}
    </>
  )
}

function Limits() {
  const t = useTranslations('platformBilling')
  return (
    <fieldset className="space-y-3">
      <legend className="font-medium">{t('limits')}</legend>
      <p className="text-sm text-soft text-pretty">{t('limitsHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {limitNames.map((name) => (
          <FormNumber key={name} name={`limits.${name}`} label={t(`limit_${name}`)} minValue={1} maxValue={1_000_000} />
        ))}
      </div>
    </fieldset>
  )
}

function valuesOf(plan: DeskPlan): Values {
  return {
    slug: plan.slug,
    name: plan.name,
    description: plan.description,
    position: plan.position,
    is_hidden: plan.is_hidden,
    kind: kinds.find((one) => one === plan.kind) ?? 'flat',
    price: plan.price,
    currency: plan.currency,
    interval: plan.interval === 'year' ? 'year' : 'month',
    trial_days: plan.trial_days,
    fee_ppm: plan.fee_ppm,
    fee_fixed: plan.fee_fixed,
    fee_cap: plan.fee_cap,
    fee_methods: plan.fee_methods,
    fee_customer_pays: plan.fee_customer_pays,
    limits: limitFields(plan.limits),
  }
}
