'use client'
import { Check } from 'lucide-react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { useField } from '@/components/form-fields'
import { labelClass } from '@/components/ui/field'
import { colors } from '../model'

/** The colour that marks the experience in lists and calendars. */
export function ColorChoice() {
  const t = useTranslations('experiences')
  const { value, onChange } = useField<string>('color')
  const shown = colors.includes(value) || !value ? colors : [value, ...colors]
  return (
    <RadioGroup value={value} onChange={onChange} orientation="horizontal" className="flex flex-col gap-2">
      <Label className={labelClass}>{t('color')}</Label>
      <div className="flex flex-wrap gap-2">
        {shown.map((color, index) => (
          <Radio
            key={color}
            value={color}
            aria-label={t('colorN', { n: index + 1 })}
            className="group grid size-11 cursor-pointer place-items-center rounded-md text-white ring-offset-2 ring-offset-surface data-focus-visible:ring-2 data-focus-visible:ring-accent"
          >
            <span className="grid size-9 place-items-center rounded-md" style={{ background: color }}>
              <Check aria-hidden strokeWidth={3} className="hidden size-4 group-data-selected:block" />
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
