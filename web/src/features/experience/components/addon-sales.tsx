'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormMultiSelect, FormSelect, FormSwitch } from '@/components/form-choices'
import { productsQuery } from '@/features/catalog/api'
import { taxings, type AddonForm } from '../addons'
import { taxesQuery } from '../api'
import { channels } from '../rates'
import { useChannelName } from './use-channel-name'

/** How an add-on is sold: on which ways, with which taxes, out of which stock. */
export function AddonSales() {
  const t = useTranslations('experience')
  const channelName = useChannelName()
  return (
    <fieldset className="space-y-5">
      <legend className="pb-3 font-medium">{t('sales')}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormMultiSelect
          name="methods"
          label={t('channels')}
          placeholder={t('anyChannel')}
          options={channels.map((id) => ({ id, name: channelName(id) }))}
        />
        <Stock />
        <Taxes />
      </div>
      <FormSwitch name="is_commissionable" hint={t('commissionHint')}>
        {t('commission')}
      </FormSwitch>
    </fieldset>
  )
}

function Stock() {
  const t = useTranslations('experience')
  const products = useQuery(productsQuery).data ?? []
  return (
    <FormSelect
      name="stock_product_id"
      label={t('stock')}
      hint={t('stockHint')}
      options={[{ id: 0, name: t('noStock') }, ...products.map(({ id, name }) => ({ id, name }))]}
    />
  )
}

function Taxes() {
  const t = useTranslations('experience')
  const taxing = useFormContext<AddonForm>().watch('taxing')
  const taxes = useQuery(taxesQuery).data ?? []
  return (
    <>
      <FormSelect name="taxing" label={t('taxes')} options={taxings.map((id) => ({ id, name: t(`taxing_${id}`) }))} />
      {taxing === 'own' && (
        <FormMultiSelect name="tax_ids" label={t('ownTaxes')} options={taxes.map(({ id, name }) => ({ id, name }))} />
      )}
    </>
  )
}
