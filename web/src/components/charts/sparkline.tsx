import { linePath, scaleLinear } from './scale'

const WIDTH = 96
const HEIGHT = 24

/** The course of a figure in the size of a word; `label` says it for those who cannot see it. */
export function Sparkline({ label, values }: { label: string; values: (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [2, WIDTH - 4])
  const y = scaleLinear([Math.min(0, ...known), Math.max(...known, 0)], [HEIGHT - 3, 3])
  const points = values.map((value, index) => (value === null ? null : ([x(index), y(value)] as const)))
  const last = points.findLast((point) => point !== null)
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-6 w-24 shrink-0">
      <path d={linePath(points)} fill="none" strokeWidth="1.5" strokeLinejoin="round" className="stroke-accent" />
      {last && <circle cx={last[0]} cy={last[1]} r="2.5" className="fill-accent" />}
    </svg>
  )
}
