'use client'
import { ChartFrame, type ChartProps, type Drawing } from './frame'
import type { Series } from './chart-table'
import { linePath } from './scale'

/** Figures over time as lines; the period before is pale and dashed. */
export function LineChart(props: ChartProps) {
  return (
    <ChartFrame {...props}>
      {(drawing) => props.series.map((one) => <Line key={one.id} series={one} drawing={drawing} />)}
    </ChartFrame>
  )
}

function Line({ series, drawing: { x, y, pointed } }: { series: Series; drawing: Drawing }) {
  const points = series.values.map((value, index) => (value === null ? null : ([x(index), y(value)] as const)))
  const dots = points.filter((point, index) => point && (index === pointed || isAlone(series.values, index)))
  return (
    <g className={series.isBefore ? 'stroke-line-strong' : 'stroke-accent'}>
      <path
        d={linePath(points)}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeDasharray={series.isBefore ? '4 4' : undefined}
      />
      {dots.map(
        (point) =>
          point && (
            <circle key={point[0]} cx={point[0]} cy={point[1]} r="3.5" strokeWidth="2" className="fill-surface" />
          ),
      )}
    </g>
  )
}

/** A value without neighbours makes no line and would not be seen. */
const isAlone = (values: (number | null)[], index: number) =>
  (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
