'use client'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormPercent, FormRadio, FormSwitch } from '@/components/form-choices'
import { FormMoney, FormNumber, useField } from '@/components/form-fields'
import { RadioGroup } from '@/components/ui/radio-group'
import { useSession } from '@/lib/session'
import { frequencies, kinds, type OfferDraft } from '../offers/offers'
import { WHOLE } from '../offers/state'
import { OfferSection, Pair } from './offer-section'

const useCurrency = () => useSession()?.properties.currency ?? 'USD'

/** How much comes off, and off what. */
export function Gives() {
  const t = useTranslations('catalog')
  const currency = useCurrency()
  const frequency = useFormContext<OfferDraft>().watch('frequency')
  return (
    <OfferSection title={t('offerGives')}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Value />
        <FormRadio
          name="frequency"
          label={t('offerFrequency')}
          options={frequencies.map((id) => ({ id, name: t(`offerFrequency_${id}`) }))}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormMoney
          name="max_discount_amount"
          label={t('offerCap')}
          currency={currency}
          placeholder={t('offerNoLimit')}
        />
        {frequency === 'per_booking' && (
          <FormNumber
            name="max_guests_per_trip"
            label={t('offerMaxGuests')}
            hint={t('offerMaxGuestsHint')}
            placeholder={t('offerNoLimit')}
            minValue={1}
          />
        )}
      </div>
    </OfferSection>
  )
}

/** A share or an amount: what was typed as one is not taken for the other. */
function Value() {
  const t = useTranslations('catalog')
  const currency = useCurrency()
  const { setValue } = useFormContext<OfferDraft>()
  const kind = useField<OfferDraft['kind']>('kind')
  return (
    <div className="space-y-4">
      <RadioGroup
        label={t('offerKind')}
        options={kinds.map((id) => ({ id, name: t(`offerKind_${id}`) }))}
        value={kind.value}
        onChange={(next) => {
          kind.onChange(next)
          setValue('value', null)
        }}
      />
      {kind.value === 'percent' ? (
        <FormPercent key="percent" name="value" label={t('offerValue')} max={WHOLE} />
      ) : (
        <FormMoney key="amount" name="value" label={t('offerValue')} currency={currency} />
      )}
    </div>
  )
}

/** How often it is given, and for what it takes at least. */
export function Limits() {
  const t = useTranslations('catalog')
  const te = useTranslations('experience')
  const currency = useCurrency()
  const none = t('offerNoLimit')
  return (
    <OfferSection title={t('offerLimits')}>
      <Pair>
        <FormNumber name="usage_limit" label={t('offerUses')} minValue={1} placeholder={none} />
        <FormNumber name="usage_limit_per_customer" label={t('offerUsesEach')} minValue={1} placeholder={none} />
        <FormNumber name="min_pax" label={te('paxFrom')} minValue={1} />
        <FormNumber name="max_pax" label={te('paxTo')} minValue={1} placeholder={none} />
        <FormMoney name="min_spend" label={t('offerMinSpend')} currency={currency} />
      </Pair>
    </OfferSection>
  )
}

/** How it goes together with other codes and with what is sold beside tickets. */
export function Combining() {
  const t = useTranslations('catalog')
  const { error } = useField('is_auto_apply')
  return (
    <OfferSection title={t('offerCombining')}>
      <FormSwitch name="is_stackable">{t('offerStackable')}</FormSwitch>
      <FormSwitch name="applies_to_addons">{t('offerAddons')}</FormSwitch>
      <FormSwitch name="is_auto_apply" hint={t('offerAutoHint')}>
        {t('offerAuto')}
      </FormSwitch>
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </OfferSection>
  )
}
