'use client'
import { ProgressBar as AriaProgressBar } from 'react-aria-components'
import { useFormat } from '@/lib/use-format'
import { Bar } from './bar'

type Props = {
  label: string
  /** Null while it is not known how much there is to do. */
  value: number | null
  max: number
}

/** How far something long has come, in counts. */
export function ProgressBar({ label, value, max }: Props) {
  const format = useFormat()
  const counts = value === null ? '' : `${format.number(value)} / ${format.number(max)}`
  return (
    <AriaProgressBar
      aria-label={label}
      value={value ?? 0}
      maxValue={Math.max(1, max)}
      isIndeterminate={value === null}
      valueLabel={counts}
      className="flex flex-col gap-1.5"
    >
      {({ percentage = 0 }) => (
        <>
          <div className="flex justify-between gap-4 text-sm">
            <span>{label}</span>
            <span className="text-faint tabular-nums">{counts}</span>
          </div>
          <div className="relative h-1.5 overflow-hidden rounded-full bg-sunken">
            <Bar
              share={value === null ? 100 : percentage}
              className={value === null ? 'animate-pulse-soft fill-accent' : 'fill-accent'}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  )
}
