'use client'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { CustomerType } from '@/api/models'
import { FormMoney, useField } from '@/components/form-fields'
import { Button, IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import type { ExperienceDraft } from '../model'

/** Kinds of guests and what each pays. */
export function PriceRows({ types, currency }: { types: CustomerType[]; currency: string }) {
  const t = useTranslations('experiences')
  const { control, watch } = useFormContext<ExperienceDraft>()
  const { fields, append, remove } = useFieldArray({ control, name: 'customerTypes', keyName: 'rowKey' })
  const { error } = useField('customerTypes')
  const chosen = watch('customerTypes').map((row) => row.customer_type_id)
  const free = types.filter((type) => !chosen.includes(type.id))
  return (
    <Card title={t('prices')}>
      <div className="space-y-3">
        {fields.map((row, index) => (
          <PriceRow
            key={row.rowKey}
            index={index}
            types={types.filter((type) => type.id === chosen[index] || !chosen.includes(type.id))}
            currency={currency}
            onRemove={() => remove(index)}
          />
        ))}
        {error && (
          <p role="alert" className="text-sm text-bad">
            {fields.length ? error : t('needGuest')}
          </p>
        )}
        {free[0] && (
          <Button size="sm" onPress={() => append({ customer_type_id: free[0]?.id ?? null, base_price: null })}>
            <Plus aria-hidden className="size-4" />
            {t('addGuest')}
          </Button>
        )}
      </div>
    </Card>
  )
}

type RowProps = {
  index: number
  types: CustomerType[]
  currency: string
  onRemove: () => void
}

function PriceRow({ index, types, currency, onRemove }: RowProps) {
  const t = useTranslations('experiences')
  return (
    <div className="grid grid-cols-[1fr_9rem_auto] items-start gap-2 sm:gap-3">
      <TypeSelect name={`customerTypes.${index}.customer_type_id`} types={types} />
      <FormMoney
        name={`customerTypes.${index}.base_price`}
        label={t('price')}
        isLabelHidden
        currency={currency}
        placeholder={t('price')}
      />
      <IconButton label={t('removeGuest')} onPress={onRemove} className="mt-0.5">
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

function TypeSelect({ name, types }: { name: string; types: CustomerType[] }) {
  const t = useTranslations('experiences')
  const { value, onChange, error } = useField<number | null>(name)
  return <Select label={t('guest')} isLabelHidden options={types} value={value} onChange={onChange} error={error} />
}
