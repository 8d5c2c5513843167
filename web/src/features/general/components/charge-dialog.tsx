'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { General, PreviewIn, Surcharge, SurchargeIn } from '@/api/models'
import { FormChecks, FormMultiSelect, FormPercent, FormRadio, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormMoney, FormText, useField } from '@/components/form-fields'
import { FormExperiences, FormMethods } from '@/components/settings/choices'
import { Example } from '@/components/settings/example'
import { DateField } from '@/components/ui/date-field'
import { dayIn } from '@/lib/dates'
import { saveRow } from '../api'
import { chargeBody, chargeOf, isCountable, type Charge } from '../model'
import { RowDialog } from './row-dialog'

type Props = { kind: 'tax' | 'fee'; general: General; charge?: Surcharge; onClose: () => void }
const shown = [
  'name',
  'rate_ppm',
  'amount',
  'per',
  'mode',
  'applies_to',
  'experience_ids',
  'methods',
  'reseller_ids',
  'valid_from',
  'valid_to',
  'tax_code',
]

/** A tax or fee with the example that it changes. */
export function ChargeDialog({ kind, general, charge, onClose }: Props) {
  const t = useTranslations('general')
  const list = kind === 'tax' ? 'taxes' : 'fees'
  return (
    <RowDialog
      title={charge ? charge.name : t(`add_${kind}`)}
      size="lg"
      values={chargeOf(charge)}
      shown={shown}
      save={(values) => saveRow[list](chargeBody(values) as SurchargeIn)}
      onClose={onClose}
    >
      <FormText name="name" label={t('chargeName')} hint={t('chargeNameHint')} autoFocus={!charge} />
      <Size currency={general.settings.currency} />
      {kind === 'tax' ? <TaxKind /> : <FeeKind />}
      <ChargeExample kind={kind} />
      <Scope general={general} kind={kind} />
    </RowDialog>
  )
}

const pers = ['booking', 'day', 'addon', 'trip_order', 'trip'] as const

function Size({ currency }: { currency: string }) {
  const t = useTranslations('general')
  const calc = useWatch({ name: 'calc' }) as string
  const calcs = (['percent', 'fixed'] as const).map((id) => ({ id, name: t(`calc_${id}`) }))
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormSelect name="calc" label={t('calc')} options={calcs} />
      {calc === 'percent' ? (
        <FormPercent name="rate_ppm" label={t('share')} />
      ) : (
        <>
          <FormMoney name="amount" label={t('amount')} currency={currency} minValue={0} />
          <FormSelect name="per" label={t('per')} options={pers.map((id) => ({ id, name: t(`per_${id}`) }))} />
          <FormSwitch name="is_waived_on_comp">{t('waivedOnComp')}</FormSwitch>
        </>
      )}
    </div>
  )
}

function TaxKind() {
  const t = useTranslations('general')
  const [calc, mode] = useWatch({ name: ['calc', 'mode'] }) as [string, string]
  const modes = (['exclusive', 'inclusive'] as const).map((id) => ({
    id,
    name: t(`mode_${id}`),
    note: t(`mode_${id}_note`),
  }))
  return (
    <>
      {calc === 'percent' && <FormRadio name="mode" label={t('mode')} options={modes} />}
      {calc === 'percent' && mode === 'exclusive' && (
        <FormSwitch name="is_compound" hint={t('compoundHint')}>
          {t('compound')}
        </FormSwitch>
      )}
    </>
  )
}

function FeeKind() {
  const t = useTranslations('general')
  return (
    <FormSwitch name="is_taxable" hint={t('feeTaxableHint')}>
      {t('feeTaxable')}
    </FormSwitch>
  )
}

function Scope({ general, kind }: { general: General; kind: 'tax' | 'fee' }) {
  const t = useTranslations('general')
  const kinds = (['tickets', 'addons', 'products'] as const).map((id) => ({ id, name: t(`on_${id}`) }))
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormChecks name="applies_to" label={t('appliesTo')} options={kinds} hint={t('appliesToHint')} />
      {kind === 'tax' && <FormText name="tax_code" label={t('taxCode')} hint={t('taxCodeHint')} />}
      <FormExperiences
        name="experience_ids"
        label={t('onExperiences')}
        hint={t('onExperiencesHint')}
        general={general}
      />
      <FormMethods name="methods" general={general} />
      {general.resellers.length > 0 && (
        <FormMultiSelect
          name="reseller_ids"
          label={t('onResellers')}
          hint={t('onResellersHint')}
          options={general.resellers}
        />
      )}
      <Day name="valid_from" label={t('validFrom')} general={general} />
      <Day name="valid_to" label={t('validTo')} general={general} />
    </div>
  )
}

function Day({ name, label, general }: { name: string; label: string; general: General }) {
  const { value, onChange, error } = useField<string | null>(name)
  return (
    <DateField
      label={label}
      value={value}
      today={dayIn(general.settings.time_zone)}
      onChange={onChange}
      error={error}
    />
  )
}

function ChargeExample({ kind }: { kind: 'tax' | 'fee' }) {
  const t = useTranslations('general')
  const charge = chargeBody(useWatch() as Charge)
  if (!isCountable(charge)) return <p className="text-sm text-faint">{t('exampleIncomplete')}</p>
  const named = { ...charge, name: charge.name.trim() || t(`unnamed_${kind}`) }
  return <Example body={{ qty: 2, unit_amount: 5000, [kind]: named } as PreviewIn} />
}
