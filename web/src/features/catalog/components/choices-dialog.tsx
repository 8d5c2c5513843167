'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { AddonValueType } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { choicesBody, choicesOf, choicesSchema, newChoice, type Choice } from '@/features/experience/addons'
import { choicesQuery, saveChoices } from '@/features/experience/addons-api'
import { ChoiceList } from '@/features/experience/components/choice-rows'

type Values = { name: string; values: Choice[] }

/** A set of choices, new or changed: every add-on that offers it follows. */
export function ChoicesDialog({ set, onClose }: { set?: AddonValueType; onClose: () => void }) {
  const t = useTranslations('catalog')
  const queries = useQueryClient()
  return (
    <FormDialog<Values, AddonValueType>
      title={set ? set.name : t('addChoices')}
      size="lg"
      values={{ name: set?.name ?? '', values: set ? choicesOf(set) : [newChoice()] }}
      schema={choicesSchema}
      shown={['name', 'values', 'values.*.label', 'values.*.price_delta', 'values.*.sku']}
      save={({ name, values }) =>
        saveChoices({ ...(set && { id: set.id, version: set.version }), name, values: choicesBody(values) })
      }
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: choicesQuery.queryKey })
        void queries.invalidateQueries({ queryKey: ['addons'] })
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} placeholder={t('choicesExample')} autoFocus={!set} />
      <ChoiceList />
    </FormDialog>
  )
}
