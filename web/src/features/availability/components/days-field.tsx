'use client'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { DateRangeField, type DateRange } from '@/components/ui/date-range-field'
import { FieldNotes } from '@/components/ui/field-frame'
import { labelClass } from '@/components/ui/input-class'
import { useStretchWords } from '../use-rule-words'
import { daysBetween, stretches } from '../values'

type Props = {
  label: string
  hint?: string
  error?: string
  days: string[]
  onChange: (days: string[]) => void
  today: string
}

/** Single days, shown as stretches: a first and a last day are added or taken out together. */
export function DaysField({ label, hint, error, days, onChange, today }: Props) {
  const t = useTranslations('availability')
  const id = useId()
  const [range, setRange] = useState<DateRange | null>(null)
  const add = () => {
    if (!range) return
    onChange([...new Set([...days, ...daysBetween(range.start, range.end)])].sort())
    setRange(null)
  }
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <span id={id} className={labelClass}>
        {label}
      </span>
      {days.length > 0 && <Chosen days={days} onChange={onChange} />}
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 grow sm:max-w-sm">
          <DateRangeField
            label={`${label}: ${t('firstAndLast')}`}
            isLabelHidden
            value={range}
            onChange={setRange}
            today={today}
          />
        </div>
        <Button onPress={add} isDisabled={!range} className="min-h-11">
          {t('addDays')}
        </Button>
      </div>
      <FieldNotes id={`${id}-notes`} hint={hint} error={error} />
    </div>
  )
}

function Chosen({ days, onChange }: Pick<Props, 'days' | 'onChange'>) {
  const t = useTranslations('availability')
  const words = useStretchWords()
  return (
    <ul className="flex flex-wrap gap-2">
      {stretches(days).map(({ start, end }) => (
        <li key={start} className="flex items-center rounded-md bg-sunken ps-3 text-sm">
          {words({ start, end })}
          <IconButton
            label={t('removeDays', { days: words({ start, end }) })}
            onPress={() => onChange(days.filter((day) => day < start || day > end))}
            className="size-9"
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
