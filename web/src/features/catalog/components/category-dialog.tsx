'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Category } from '@/api/models'
import { FormSelect, FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { categoriesQuery } from '@/features/experience/api'
import * as rules from '@/lib/rules'
import { saveCategory } from '../api'
import { canBeAbove } from '../shelves'

const schema = z.object({
  name: rules.name(80),
  slug: rules.slug(80),
  parent_id: z.number(),
  is_public: z.boolean(),
})
type Values = z.infer<typeof schema>
type Props = { category?: Category; categories: Category[]; onClose: () => void }

/** A category, new or changed. */
export function CategoryDialog({ category, categories, onClose }: Props) {
  const t = useTranslations('catalog')
  const queries = useQueryClient()
  const above = canBeAbove(categories, category?.id)
  return (
    <FormDialog<Values, Category>
      title={category ? category.name : t('addCategory')}
      values={{
        name: category?.name ?? '',
        slug: category?.slug ?? '',
        parent_id: category?.parent_id ?? 0,
        is_public: category?.is_public ?? true,
      }}
      schema={schema}
      shown={['name', 'slug', 'parent_id']}
      save={(values) =>
        saveCategory({
          ...values,
          ...(category && { id: category.id }),
          slug: values.slug || null,
          parent_id: values.parent_id || null,
        })
      }
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: categoriesQuery.queryKey })
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} placeholder={t('categoryExample')} autoFocus={!category} />
      {above.length > 0 && (
        <FormSelect name="parent_id" label={t('below')} options={[{ id: 0, name: t('onItsOwn') }, ...above]} />
      )}
      <FormText name="slug" label={t('slug')} hint={t('slugHint')} />
      <FormSwitch name="is_public" hint={t('publicHint')}>
        {t('public')}
      </FormSwitch>
    </FormDialog>
  )
}
