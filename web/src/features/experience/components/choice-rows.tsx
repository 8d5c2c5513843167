'use client'
import { Plus } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { AddonValueType } from '@/api/models'
import { useField } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { ReorderList } from '@/components/ui/reorder-list'
import { Select } from '@/components/ui/select'
import { moveOf } from '@/lib/moved'
import { choicesOf, newChoice, type AddonForm, type Choice } from '../addons'
import { ChoiceRow } from './choice-row'

/** The choices of an add-on, its own or those of a set that others use too. */
export function ChoiceRows({ types }: { types: AddonValueType[] }) {
  const t = useTranslations('experience')
  const { setValue } = useFormContext<AddonForm>()
  const { value: set } = useField<number>('value_type_id')
  const choose = (id: number) => {
    setValue('value_type_id', id, { shouldDirty: true })
    setValue('values', id ? choicesOf(types.find((type) => type.id === id)) : [newChoice()], { shouldDirty: true })
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
      <ChoiceList />
    </fieldset>
  )
}

/** Choices in the order guests see them: add, move, prefer, take away. */
export function ChoiceList() {
  const t = useTranslations('experience')
  const { control, setValue, getValues } = useFormContext<{ values: Choice[] }>()
  const rows = useFieldArray({ control, name: 'values', keyName: 'rowKey' })
  const { error } = useField('values')
  const keys = rows.fields.map((row) => row.rowKey)
  const prefer = (chosen: number) =>
    getValues('values').forEach(({ is_default }, index) =>
      setValue(`values.${index}.is_default`, index === chosen && !is_default, { shouldDirty: true }),
    )
  const reorder = (ids: string[]) => {
    const move = moveOf(keys, ids)
    if (move) rows.move(...move)
  }
  return (
    <div className="space-y-3">
      {keys.length > 0 && (
        <ReorderList
          label={t('choices')}
          items={keys.map((id, index) => ({ id, index, name: t('choiceN', { n: index + 1 }) }))}
          onReorder={reorder}
          isDisabled={keys.length < 2}
          row={({ index }) => (
            <ChoiceRow index={index} onRemove={() => rows.remove(index)} onPrefer={() => prefer(index)} />
          )}
        />
      )}
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
      <Button size="sm" onPress={() => rows.append(newChoice())}>
        <Plus aria-hidden className="size-4" />
        {t('addChoice')}
      </Button>
    </div>
  )
}
