'use client'
import { lazy, Suspense, type ReactElement } from 'react'
import type { Days } from './month-grid'
import { PopoverButton } from './popover-button'
import { Skeleton } from './skeleton'

type Props = {
  label: string
  value: Days | null
  today: string
  min?: string
  max?: string
  onChange: (days: Days) => void
  children: ReactElement
}

const load = () => import('./range-month')
const RangeMonth = lazy(async () => ({ default: (await load()).RangeMonth }))

/** A button (the child) that opens a month to choose a first and a last day from. */
export function DaysPopover({ label, onChange, children, ...rest }: Props) {
  return (
    <PopoverButton label={label} onWarm={load} button={children}>
      {(close) => (
        <Suspense fallback={<Skeleton className="m-3 h-72 w-63 pointer-coarse:w-77" />}>
          <RangeMonth
            {...rest}
            onChange={(days) => {
              onChange(days)
              close()
            }}
          />
        </Suspense>
      )}
    </PopoverButton>
  )
}
