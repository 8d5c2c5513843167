'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Billing, BillingDetailsIn } from '@/api/billing-models'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { ComboBox } from '@/components/ui/combo-box'
import { KeyValues } from '@/components/ui/key-values'
import { Card } from '@/components/ui/page-header'
import { countries } from '@/lib/countries'
import * as rules from '@/lib/rules'
import { keepBilling, saveDetails } from '../api'

const schema = z.looseObject({
  legal_name: rules.trimmed(160),
  address: rules.text(500),
  vat_id: rules.trimmed(24),
  email: z.union([z.literal(''), rules.email()]),
})
const shown = ['legal_name', 'address', 'country', 'vat_id', 'email']

/** Who is billed, as statements name it, and where they are sent. */
export function DetailsCard({ billing }: { billing: Billing }) {
  const t = useTranslations('billing')
  const common = useTranslations('common')
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const details = billing.details
  const country = countries(locale).find((one) => one.id === details.country)?.name
  return (
    <Card title={t('details')} actions={<Button onPress={() => setOpen(true)}>{common('edit')}</Button>}>
      <KeyValues
        rows={[
          [t('legalName'), details.legal_name],
          [t('address'), details.address],
          [t('country'), country],
          [t('vatId'), details.vat_id],
          [t('email'), details.email || t('emailOwners')],
        ]}
      />
      {isOpen && <DetailsDialog billing={billing} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function DetailsDialog({ billing, onClose }: { billing: Billing; onClose: () => void }) {
  const t = useTranslations('billing')
  const queries = useQueryClient()
  return (
    <FormDialog<BillingDetailsIn, Billing>
      title={t('details')}
      values={billing.details}
      schema={schema}
      shown={shown}
      save={saveDetails}
      onSaved={(answer) => {
        keepBilling(queries, answer)
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="legal_name" label={t('legalName')} />
      <FormText name="address" label={t('address')} rows={3} />
      <Country />
      <FormText name="vat_id" label={t('vatId')} hint={t('vatIdHint')} />
      <FormText name="email" type="email" label={t('email')} hint={t('emailHint')} />
    </FormDialog>
  )
}

function Country() {
  const t = useTranslations('billing')
  const locale = useLocale()
  const { value, onChange, error } = useField<string>('country')
  return (
    <ComboBox
      label={t('country')}
      options={countries(locale)}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      error={error}
    />
  )
}
