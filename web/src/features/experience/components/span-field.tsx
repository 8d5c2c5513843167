'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { FormSelect } from '@/components/form-choices'
import { FormNumber } from '@/components/form-fields'
import { labelClass } from '@/components/ui/input-class'
import { units } from '../span'

/** A length of time before the start: how many, and of what. */
export function SpanField({ name, label }: { name: string; label: string }) {
  const t = useTranslations('experience')
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5">
      <span id={id} className={labelClass}>
        {label}
      </span>
      <div className="grid grid-cols-2 gap-2">
        <FormNumber name={`${name}.count`} label={`${label}: ${t('count')}`} isLabelHidden />
        <FormSelect
          name={`${name}.unit`}
          label={`${label}: ${t('unit')}`}
          isLabelHidden
          options={units.map((one) => ({ id: one, name: t(`unit_${one}`) }))}
        />
      </div>
    </div>
  )
}
