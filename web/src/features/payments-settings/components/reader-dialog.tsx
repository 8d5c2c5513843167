'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { ComboBox } from '@/components/ui/combo-box'
import { countries } from '@/lib/countries'
import * as rules from '@/lib/rules'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { readersQuery, registerReader, type Readers } from '../api'

const NEW = 'new'
const isNewPlace = (values: { location_id: string }) => values.location_id === NEW
const schema = z
  .looseObject({ registration_code: rules.name(60), label: rules.name(120), location_id: z.string() })
  .check(
    z.refine((values) => !isNewPlace(values) || !!(values as Values).address.line1.trim(), {
      path: ['address', 'line1'],
      message: 'required',
    }),
    z.refine((values) => !isNewPlace(values) || !!(values as Values).address.city.trim(), {
      path: ['address', 'city'],
      message: 'required',
    }),
  )
const shown = ['registration_code', 'label', 'location_id', 'address.line1', 'address.city', 'address.postal_code', 'address.state', 'address.country'] // prettier-ignore

type Values = {
  registration_code: string
  label: string
  location_id: string
  address: { line1: string; city: string; postal_code: string; state: string; country: string }
}

type Props = { locations: Readers['locations']; onClose: () => void }

/** A new reader: the code it shows, a name for it, and where it stands. */
export function ReaderDialog({ locations, onClose }: Props) {
  const t = useTranslations('payments')
  const queries = useQueryClient()
  const country = useSession()?.properties.locale.split(/[-_]/)[1]?.toUpperCase() ?? 'US'
  const empty: Values = {
    registration_code: '',
    label: '',
    location_id: locations[0]?.id ?? NEW,
    address: { line1: '', city: '', postal_code: '', state: '', country },
  }
  return (
    <FormDialog<Values, Readers>
      title={t('readerAdd')}
      values={empty}
      schema={schema}
      shown={shown}
      save={({ location_id, address, ...rest }) =>
        registerReader({ ...rest, ...(location_id === NEW ? { address } : { location_id }) })
      }
      onSaved={(readers) => {
        queries.setQueryData(readersQuery.queryKey, readers)
        toast.success(t('readerAdded'))
        onClose()
      }}
      onClose={onClose}
    >
      <Names />
      {locations.length > 0 && (
        <FormSelect
          name="location_id"
          label={t('readerPlace')}
          options={[...locations, { id: NEW, name: t('readerNewPlace') }]}
        />
      )}
      <Address />
    </FormDialog>
  )
}

function Names() {
  const t = useTranslations('payments')
  const code = { label: t('readerCode'), hint: t('readerCodeHint') }
  return (
    <>
      <FormText name="registration_code" {...code} autoComplete="off" autoFocus />
      <FormText name="label" label={t('readerName')} hint={t('readerNameHint')} autoComplete="off" />
    </>
  )
}

function Address() {
  const t = useTranslations('payments')
  const { locale } = useFormat()
  const place = useWatch<Values, 'location_id'>({ name: 'location_id' })
  const { value, onChange, error } = useField<string>('address.country')
  if (place !== NEW) return null
  return (
    <fieldset className="space-y-4">
      <legend className="sr-only">{t('readerPlace')}</legend>
      <FormText name="address.line1" label={t('street')} autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText name="address.postal_code" label={t('postalCode')} autoComplete="off" />
        <FormText name="address.city" label={t('city')} autoComplete="off" />
        <FormText name="address.state" label={t('region')} autoComplete="off" />
        <ComboBox label={t('country')} options={countries(locale)} value={value} onChange={onChange} error={error} />
      </div>
    </fieldset>
  )
}
