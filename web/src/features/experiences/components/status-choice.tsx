'use client'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { useField } from '@/components/form-fields'
import { labelClass } from '@/components/ui/field'
import { statuses } from '../model'

/** Who may see and book the experience, each choice with its meaning. */
export function StatusChoice() {
  const t = useTranslations('experiences')
  const { value, onChange } = useField<string>('status')
  return (
    <RadioGroup value={value} onChange={onChange} className="flex flex-col gap-2">
      <Label className={labelClass}>{t('status')}</Label>
      <div className="grid gap-3 sm:grid-cols-3">
        {statuses.map((status) => (
          <Radio
            key={status}
            value={status}
            className="flex cursor-pointer flex-col rounded-md border bg-surface px-4 py-3 data-focus-visible:outline-2 data-focus-visible:outline-accent data-selected:border-accent data-selected:bg-accent-wash data-selected:ring-1 data-selected:ring-accent"
          >
            <span className="font-medium">{t(`status_${status}`)}</span>
            <span className="text-sm text-soft">{t(`status_${status}_text`)}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
