'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormPercent } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { saveSeller, saveTaxes, sellerQuery, type SellerIn, type Selling } from '../api'

type Props = { selling: Selling; onClose: () => void }

const sellerSchema = z.looseObject({ name: rules.name(160), country: rules.text(2), vat_id: rules.trimmed(24) })
const sellerFields = ['name', 'address', 'country', 'vat_id', 'email', 'bank_details', 'number_prefix']

/** Who sells, as statements name it. */
export function SellerDialog({ selling, onClose }: Props) {
  const t = useTranslations('platformBilling')
  const queries = useQueryClient()
  return (
    <FormDialog<SellerIn, Selling>
      title={t('seller')}
      values={selling.seller}
      schema={sellerSchema}
      shown={sellerFields}
      save={saveSeller}
      onSaved={(answer) => {
        queries.setQueryData(sellerQuery.queryKey, answer)
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} autoFocus />
      <FormText name="address" label={t('address')} rows={3} />
      <FormText name="country" label={t('country')} hint={t('countryHint')} maxLength={2} />
      <FormText name="vat_id" label={t('vatId')} />
      <FormText name="email" type="email" label={t('email')} />
      <FormText name="bank_details" label={t('bank')} hint={t('bankHint')} rows={3} />
      <FormText name="number_prefix" label={t('prefix')} maxLength={12} />
    </FormDialog>
  )
}

type Tax = { country: string; name: string; rate_ppm: number | null }
const taxSchema = z.looseObject({ country: rules.name(2), name: rules.name(40), rate_ppm: z.number('required') })

/** The tax of one country; a rate of 0 takes it away. */
export function TaxDialog({ selling, onClose }: Props) {
  const t = useTranslations('platformBilling')
  const queries = useQueryClient()
  const save = (tax: Tax) => {
    const others = selling.taxes.filter((one) => one.country !== tax.country)
    return saveTaxes(tax.rate_ppm ? [...others, { ...tax, rate_ppm: tax.rate_ppm }] : others)
  }
  return (
    <FormDialog<Tax, Selling>
      title={t('setTax')}
      values={{ country: selling.seller.country, name: '', rate_ppm: null }}
      schema={taxSchema}
      shown={['country', 'name', 'rate_ppm']}
      save={save}
      onSaved={(answer) => {
        queries.setQueryData(sellerQuery.queryKey, answer)
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="country" label={t('country')} hint={t('countryHint')} maxLength={2} autoFocus />
      <FormText name="name" label={t('taxName')} />
      <FormPercent name="rate_ppm" label={t('rate')} hint={t('rateHint')} max={1_000_000} />
    </FormDialog>
  )
}
