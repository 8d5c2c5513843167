'use client'
import { lazy, Suspense, type ReactElement } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { popoverClass } from './popover'
import { Skeleton } from './skeleton'

type Props = {
  label: string
  /** YYYY-MM-DD, as all days here. */
  value: string
  today: string
  onChange: (day: string) => void
  children: ReactElement
}

const load = () => import('./one-day')
const OneDay = lazy(load)

/** A button (the child) that opens a month to choose a day from; the calendar is loaded when one points at it. */
export function DayPopover({ label, value, today, onChange, children }: Props) {
  return (
    <DialogTrigger>
      <span className="contents" onPointerEnter={load} onFocus={load}>
        {children}
      </span>
      <Popover className={popoverClass}>
        <Dialog aria-label={label} className="outline-none">
          {({ close }) => (
            <Suspense fallback={<Skeleton className="m-3 h-72 w-63 pointer-coarse:w-77" />}>
              <OneDay
                label={label}
                value={value}
                today={today}
                onChange={(day) => {
                  onChange(day)
                  close()
                }}
              />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
