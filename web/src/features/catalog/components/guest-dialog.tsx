'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { CustomerType } from '@/api/models'
import { FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { customerTypesQuery } from '@/features/experiences/api'
import { languageName } from '@/lib/languages'
import * as rules from '@/lib/rules'
import { useSession } from '@/lib/session'
import { saveCustomerType } from '../api'
import { kindOf, kinds } from '../kinds'

/** What visitors read calendars in (widget/src/languages.ts), and staff their screens. */
const spoken = 'ar cs da de el en es fi fr he hi it ja ko nl pl pt ru sv tl zh-CN zh-TW'.split(' ')

const schema = z.object({
  name: rules.name(60),
  slug: rules.slug(60),
  kind: z.enum(kinds),
  translations: z.record(z.string(), rules.trimmed(60)),
})
type Values = z.infer<typeof schema>

/** A kind of guest, new or changed. */
export function GuestDialog({ guest, onClose }: { guest?: CustomerType; onClose: () => void }) {
  const t = useTranslations('catalog')
  const queries = useQueryClient()
  return (
    <FormDialog<Values, CustomerType[]>
      title={guest ? guest.name : t('addGuest')}
      values={{
        name: guest?.name ?? '',
        slug: guest?.slug ?? '',
        kind: kindOf(guest?.kind ?? 'adult'),
        translations: guest?.translations ?? {},
      }}
      schema={schema}
      shown={['name', 'slug', 'kind', 'translations']}
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
      <Translations />
    </FormDialog>
  )
}

/** What visitors who read another language call it; folded away, since the usual names need none. */
function Translations() {
  const t = useTranslations('catalog')
  const own = (useSession()?.properties.locale ?? 'en').split('-')[0]
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium">{t('otherLanguages')}</summary>
      <p className="mb-3 text-sm text-pretty text-soft">{t('otherLanguagesHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {spoken
          .filter((code) => code !== own)
          .map((code) => (
            <FormText key={code} name={`translations.${code}`} label={languageName(code)} />
          ))}
      </div>
    </details>
  )
}
