'use client'
import { cx } from '@/components/ui/cx'
import type { Series } from './chart-table'
import { ChartFrame, type ChartProps, type Drawing } from './frame'

/** Figures of days, hours or kinds as bars side by side; the period before is pale. */
export function BarChart(props: ChartProps) {
  return (
    <ChartFrame {...props}>
      {(drawing) =>
        props.series.map((one, place) => (
          <Bars key={one.id} series={one} place={place} of={props.series.length} drawing={drawing} />
        ))
      }
    </ChartFrame>
  )
}

type BarsProps = { series: Series; place: number; of: number; drawing: Drawing }

function Bars({ series, place, of, drawing: { x, y, band, baseline, pointed } }: BarsProps) {
  const width = Math.min(32, (band * 0.72) / of)
  return series.values.map((value, index) => {
    if (value === null || value === 0) return null
    const top = Math.min(y(value), baseline)
    return (
      <rect
        key={index}
        x={x(index) + (place - of / 2) * width}
        y={top}
        width={Math.max(1, width - (of > 1 ? 1 : 0))}
        height={Math.max(1, Math.abs(y(value) - baseline))}
        rx={Math.min(2, width / 4)}
        className={cx(
          series.isBefore ? 'fill-line-strong' : 'fill-accent',
          pointed !== null && pointed !== index && 'opacity-50',
        )}
      />
    )
  })
}
