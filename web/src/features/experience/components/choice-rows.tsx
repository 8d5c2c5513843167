'use client'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { AddonValueType } from '@/api/models'
import { FormMoney, FormText, useField } from '@/components/form-fields'
import { Button, IconButton } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { useSession } from '@/lib/session'
import { choicesOf, newChoice, type AddonForm } from '../addons'

/** The choices of an add-on, its own or those of a set that others use too. */
export function ChoiceRows({ types }: { types: AddonValueType[] }) {
  const t = useTranslations('experience')
  const { control, setValue } = useFormContext<AddonForm>()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'values', keyName: 'rowKey' })
  const { value: set } = useField<number>('value_type_id')
  const { error } = useField('values')
  const choose = (id: number) => {
    setValue('value_type_id', id, { shouldDirty: true })
    replace(id ? choicesOf(types.find((type) => type.id === id)) : [newChoice()])
  }
  return (
    <fieldset className="space-y-3">
      <legend className="pb-2 font-medium">{t('choices')}</legend>
      {types.length > 0 && (
        <Select
          label={t('choiceSet')}
          options={[{ id: 0, name: t('ownChoices') }, ...types]}
          value={set}
          onChange={choose}
          {...(set > 0 && { hint: t('sharedChoices') })}
        />
      )}
      {fields.map((row, index) => (
        <ChoiceRow key={row.rowKey} index={index} onRemove={() => remove(index)} />
      ))}
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
      <Button size="sm" onPress={() => append(newChoice())}>
        <Plus aria-hidden className="size-4" />
        {t('addChoice')}
      </Button>
    </fieldset>
  )
}

function ChoiceRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useTranslations('experience')
  const currency = useSession()?.properties.currency ?? 'USD'
  return (
    <div className="grid grid-cols-[1fr_8rem_auto] items-start gap-2">
      <FormText
        name={`values.${index}.label`}
        label={t('choiceN', { n: index + 1 })}
        isLabelHidden
        placeholder={t('choice')}
      />
      <FormMoney
        name={`values.${index}.price_delta`}
        label={t('extraN', { n: index + 1 })}
        isLabelHidden
        currency={currency}
        placeholder={t('extra')}
      />
      <IconButton label={t('removeChoice', { n: index + 1 })} onPress={onRemove} className="mt-0.5">
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}
