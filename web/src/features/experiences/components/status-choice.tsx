'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useField } from '@/components/form-fields'
import { labelClass } from '@/components/ui/field'
import { statuses } from '../looks'

/** Who may see and book the experience, each choice with its meaning. */
export function StatusChoice() {
  const t = useTranslations('experiences')
  const id = useId()
  const { value, onChange } = useField<string>('status')
  return (
    <div role="radiogroup" aria-labelledby={id} className="flex flex-col gap-2">
      <span id={id} className={labelClass}>
        {t('status')}
      </span>
      <div className="grid gap-3 sm:grid-cols-3">
        {statuses.map((status) => (
          <label
            key={status}
            className="relative flex cursor-pointer flex-col rounded-md border bg-surface px-4 py-3 has-checked:border-accent has-checked:bg-accent-wash has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={id}
              checked={status === value}
              onChange={() => onChange(status)}
              className="sr-only"
            />
            <span className="font-medium">{t(`status_${status}`)}</span>
            <span className="text-sm text-soft">{t(`status_${status}_text`)}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
