'use client'
import { lazy, Suspense, type ReactElement } from 'react'
import { PopoverButton } from './popover-button'
import { Skeleton } from './skeleton'

type Props = {
  label: string
  /** YYYY-MM-DD, as all days here. */
  value: string
  today: string
  /** The first day that can be chosen. */
  min?: string
  onChange: (day: string) => void
  children: ReactElement
}

const load = () => import('./month-grid')
const MonthGrid = lazy(async () => ({ default: (await load()).MonthGrid }))

/** A button (the child) that opens a month to choose a day from. */
export function DayPopover({ label, value, today, min, onChange, children }: Props) {
  return (
    <PopoverButton label={label} onWarm={load} button={children}>
      {(close) => (
        <Suspense fallback={<Skeleton className="m-3 h-72 w-63 pointer-coarse:w-77" />}>
          <MonthGrid
            chosen={{ start: value, end: value }}
            from={value}
            today={today}
            min={min}
            onChoose={(day) => {
              onChange(day)
              close()
            }}
          />
        </Suspense>
      )}
    </PopoverButton>
  )
}
