'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormText } from '@/components/form-fields'
import { Skeleton } from '@/components/ui/skeleton'
import { experienceQuery } from '../api'
import type { MappingForm } from '../model'

/** What the channel calls each kind of guest of the chosen experience; empty is not sold there. */
export function UnitFields() {
  const t = useTranslations('channels')
  const id = Number(useFormContext<MappingForm>().watch('experience_id')) || 0
  const { data, isPending } = useQuery(experienceQuery(id))
  if (id === 0) return null
  if (isPending) return <Skeleton className="h-24" />
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-medium">{t('tickets')}</legend>
      <p className="text-sm text-soft">{t('unitsHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {data?.customerTypes.map((kind) => (
          <FormText
            key={kind.id}
            name={`units.${kind.id}`}
            label={kind.label || kind.customer_type.name}
            spellCheck={false}
            autoComplete="off"
          />
        ))}
      </div>
    </fieldset>
  )
}
