'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MonthGrid, type Days } from './month-grid'

type Props = {
  value: Days | null
  today: string
  min?: string
  max?: string
  onChange: (days: Days) => void
}

const between = (one: string, other: string): Days =>
  one < other ? { start: one, end: other } : { start: other, end: one }

/** A month to choose days from: the first press begins, the second ends, whichever of them is earlier. */
export function RangeMonth({ value, today, min, max, onChange }: Props) {
  const t = useTranslations('common')
  const [first, setFirst] = useState<string | null>(null)
  const [reached, setReached] = useState('')
  const begin = (day: string) => {
    setFirst(day)
    setReached(day)
  }
  return (
    <>
      <MonthGrid
        {...{ today, min, max }}
        chosen={first ? between(first, reached) : value}
        from={value?.start ?? today}
        onChoose={first ? (day) => onChange(between(first, day)) : begin}
        onReach={first ? setReached : undefined}
      />
      <p aria-live="polite" className="px-3 pb-3 text-center text-sm text-soft">
        {first ? t('chooseLastDay') : t('chooseFirstDay')}
      </p>
    </>
  )
}
