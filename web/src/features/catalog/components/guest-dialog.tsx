'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { CustomerType } from '@/api/models'
import { FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { customerTypesQuery } from '@/features/experiences/api'
import * as rules from '@/lib/rules'
import { saveCustomerType } from '../api'
import { kindOf, kinds } from '../kinds'

const schema = z.object({ name: rules.name(60), slug: rules.slug(60), kind: z.enum(kinds) })
type Values = z.infer<typeof schema>

/** A kind of guest, new or changed. */
export function GuestDialog({ guest, onClose }: { guest?: CustomerType; onClose: () => void }) {
  const t = useTranslations('catalog')
  const queries = useQueryClient()
  return (
    <FormDialog<Values, CustomerType[]>
      title={guest ? guest.name : t('addGuest')}
      values={{ name: guest?.name ?? '', slug: guest?.slug ?? '', kind: kindOf(guest?.kind ?? 'adult') }}
      schema={schema}
      shown={['name', 'slug', 'kind']}
      save={({ slug, ...values }) =>
        saveCustomerType({ ...values, ...(guest && { id: guest.id }), slug: slug || null })
      }
      onSaved={(now) => {
        queries.setQueryData(customerTypesQuery.queryKey, now)
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} placeholder={t('guestExample')} autoFocus={!guest} />
      <FormSelect
        name="kind"
        label={t('kind')}
        hint={t('kindHint')}
        options={kinds.map((id) => ({ id, name: t(`kind_${id}`) }))}
      />
      <FormText name="slug" label={t('slug')} hint={t('slugHint')} />
    </FormDialog>
  )
}
