'use client'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useField } from '@/components/form-fields'
import { labelClass } from '@/components/ui/field'
import { colors } from '../looks'

/** The colour that marks the experience in lists and calendars. */
export function ColorChoice() {
  const t = useTranslations('experiences')
  const id = useId()
  const { value, onChange } = useField<string>('color')
  const shown = colors.includes(value) || !value ? colors : [value, ...colors]
  return (
    <div role="radiogroup" aria-labelledby={id} className="flex flex-col gap-2">
      <span id={id} className={labelClass}>
        {t('color')}
      </span>
      <div className="flex flex-wrap gap-2">
        {shown.map((color, index) => (
          <label key={color} className="grid size-11 cursor-pointer place-items-center rounded-md text-white">
            <input
              type="radio"
              name={id}
              checked={color === value}
              onChange={() => onChange(color)}
              aria-label={t('colorN', { n: index + 1 })}
              className="peer col-start-1 row-start-1 size-9 appearance-none rounded-md"
              style={{ background: color }}
            />
            <Check
              aria-hidden
              strokeWidth={3}
              className="pointer-events-none col-start-1 row-start-1 hidden size-4 peer-checked:block"
            />
          </label>
        ))}
      </div>
    </div>
  )
}
