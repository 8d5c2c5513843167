'use client'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { labelClass } from '@/components/ui/field'
import { useFormat } from '@/lib/use-format'
import { weekdayName, weekOrder } from '../rule'

type Props = { value: number[]; weekStart: number; onChange: (days: number[]) => void }

/** Seven buttons, one a weekday, in the order of the operator's week. */
export function WeekdayField({ value, weekStart, onChange }: Props) {
  const t = useTranslations('experiences')
  const { locale } = useFormat()
  return (
    <div className="flex flex-col gap-1.5">
      <span id="weekdays" className={labelClass}>
        {t('weekdays')}
      </span>
      <ToggleButtonGroup
        aria-labelledby="weekdays"
        selectionMode="multiple"
        selectedKeys={value}
        onSelectionChange={(keys) => onChange([...keys].map(Number))}
        className="grid grid-cols-7 gap-1.5"
      >
        {weekOrder(weekStart).map((day) => (
          <ToggleButton
            key={day}
            id={day}
            aria-label={weekdayName(day, locale, 'long')}
            className="min-h-11 rounded-md border border-line-strong bg-surface text-sm font-medium text-soft hover:border-accent data-selected:border-accent data-selected:bg-accent data-selected:text-on-accent"
          >
            {weekdayName(day, locale, 'short')}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}
