'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { labelClass } from '@/components/ui/input-class'
import { Press } from '@/components/ui/press'
import { useFormat } from '@/lib/use-format'
import { weekdayName, weekOrder } from '@/lib/months'

type Props = {
  value: number[]
  weekStart: number
  onChange: (days: number[]) => void
  label?: string
  error?: string
}

/** Seven buttons, one a weekday, in the order of the operator's week. */
export function WeekdayField({ value, weekStart, onChange, label, error }: Props) {
  const t = useTranslations('experiences')
  const { locale } = useFormat()
  const id = useId()
  const toggle = (day: number) => onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day])
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className={labelClass}>
        {label ?? t('weekdays')}
      </span>
      <div
        role="group"
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        className="grid grid-cols-7 gap-1.5"
      >
        {weekOrder(weekStart).map((day) => (
          <Press
            key={day}
            aria-pressed={value.includes(day)}
            onPress={() => toggle(day)}
            aria-label={weekdayName(day, locale, 'long')}
            className="min-h-11 rounded-md border border-line-strong bg-surface text-sm font-medium text-soft hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent"
          >
            {weekdayName(day, locale, 'short')}
          </Press>
        ))}
      </div>
      {error && (
        <span id={`${id}-error`} className="text-sm text-bad">
          {error}
        </span>
      )}
    </div>
  )
}
