'use client'
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ChartTable, type Series } from './chart-table'
import { inside, labelEvery, niceTicks, scaleLinear } from './scale'
import { useWidth } from './use-width'

export type ChartProps = {
  /** What the chart shows, in words. */
  label: string
  /** One for each place on the horizontal axis. */
  labels: string[]
  /** Few: each is named beside its figures, there is no legend to decode. */
  series: Series[]
  format: (value: number) => string
  /** Figures beside the axis, where short ones will do; without it, as everywhere. */
  formatTick?: (value: number) => string
  height?: number
  /** The smallest step of the figures: 100 for money in cents. */
  unit?: number
}

export type Drawing = {
  x: (index: number) => number
  y: (value: number) => number
  /** Width of one place. */
  band: number
  baseline: number
  pointed: number | null
}

const MARGIN = { top: 12, right: 8, bottom: 24 }
const LEAST_LEFT = 56
const GAP = 8
const LETTER = 6.5
const IDEOGRAPH = 12

type Props = ChartProps & { children: (drawing: Drawing) => ReactNode }

/** Axes, hover and figures that line and bar charts share. */
export function ChartFrame({ label, labels, series, format, height = 220, unit, children, ...rest }: Props) {
  const { formatTick = format } = rest
  const [ref, width] = useWidth()
  const [pointed, setPointed] = useState<number | null>(null)
  const values = series.flatMap((one) => one.values).filter((value) => value !== null)
  const ticks = niceTicks(Math.min(0, ...values), Math.max(0, ...values), 4, unit)
  // "$12k" is short, "12.000 €" is not: the axis gets the room that its longest figure takes.
  const left = Math.max(LEAST_LEFT, ...ticks.map((tick) => Math.ceil(widthOf(formatTick(tick))) + GAP))
  const band = Math.max(0, width - left - MARGIN.right) / Math.max(1, labels.length)
  const y = scaleLinear([ticks[0] ?? 0, ticks.at(-1) ?? 1], [height - MARGIN.bottom, MARGIN.top])
  const x = (index: number) => left + band * (index + 0.5)
  const point = (event: PointerEvent<SVGElement>) => {
    const index = Math.floor((event.nativeEvent.offsetX - left) / band)
    setPointed(index >= 0 && index < labels.length ? index : null)
  }
  const drawing = { x, y, band, baseline: y(0), pointed }
  return (
    <figure ref={ref} aria-label={label} className="relative">
      <Keys {...{ labels, series, format, pointed }} onPoint={setPointed}>
        <svg
          aria-hidden
          width={width}
          height={height}
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
          className="block touch-pan-y text-xs tabular-nums"
        >
          <Grid {...{ ticks, y, left, width }} format={formatTick} />
          <Labels {...{ labels, x, left, width }} y={height - 6} />
          {width > 0 && children(drawing)}
        </svg>
      </Keys>
      {values.every((value) => value === 0) && <Nothing />}
      {/* Always there, so that pointing at the chart moves nothing. */}
      <Figures labels={labels} series={series} format={format} index={pointed ?? labels.length - 1} />
      <Behind {...{ label, labels, series, format }} />
    </figure>
  )
}

type KeysProps = Pick<ChartProps, 'labels' | 'series' | 'format'> & {
  pointed: number | null
  onPoint: (index: number | null) => void
  children: ReactNode
}

/** What a pointer does, by keys: the arrows go from place to place, and each is said aloud. */
function Keys({ labels, series, format, pointed, onPoint, children }: KeysProps) {
  const t = useTranslations('common')
  const last = labels.length - 1
  const onKeyDown = (event: KeyboardEvent) => {
    const at = pointed ?? last + 1
    const to = { ArrowLeft: at - 1, ArrowRight: pointed === null ? 0 : at + 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') onPoint(null)
    if (to === undefined || last < 0) return
    event.preventDefault()
    onPoint(Math.max(0, Math.min(last, to)))
  }
  const figures = series.map((one) => {
    const value = pointed === null ? null : (one.values[pointed] ?? null)
    return `${one.name} ${value === null ? '–' : format(value)}`
  })
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('chartKeys')}
      onKeyDown={onKeyDown}
      onBlur={() => onPoint(null)}
      className="rounded"
    >
      {children}
      <p role="status" className="sr-only">
        {pointed !== null && [labels[pointed], ...figures].join(', ')}
      </p>
    </div>
  )
}

/** The figures behind a chart as a table, for whoever would rather read them. */
function Behind(props: Pick<ChartProps, 'label' | 'labels' | 'series' | 'format'>) {
  const t = useTranslations('common')
  return (
    <details className="mt-2 text-sm print:hidden">
      <summary className="inline-block cursor-pointer rounded py-1 text-soft underline-offset-4 hover:underline">
        {t('chartTable')}
      </summary>
      {/* Long tables scroll here: keys have to get in. */}
      <div role="group" aria-label={props.label} tabIndex={0} className="mt-2 max-h-80 overflow-auto rounded-md border">
        <ChartTable {...props} />
      </div>
    </details>
  )
}

/** About how many pixels a label takes. */
const widthOf = (label: string) => [...label].reduce((sum, letter) => sum + (letter > '\u2e7f' ? IDEOGRAPH : LETTER), 0)

function Nothing() {
  const t = useTranslations('common')
  return <p className="absolute inset-x-0 top-1/3 text-center text-sm text-faint">{t('noFigures')}</p>
}

type GridProps = {
  ticks: number[]
  y: (value: number) => number
  left: number
  width: number
  format: (value: number) => string
}

function Grid({ ticks, y, left, width, format }: GridProps) {
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(0 ${y(tick)})`}>
      <line x1={left} x2={width - MARGIN.right} className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'} />
      <text x={left - GAP} dy="0.32em" textAnchor="end" className="fill-faint">
        {format(tick)}
      </text>
    </g>
  ))
}

type LabelsProps = { labels: string[]; x: (index: number) => number; y: number; left: number; width: number }

function Labels({ labels, x, y, left, width }: LabelsProps) {
  const plot = width - left - MARGIN.right
  const widest = Math.max(0, ...labels.map(widthOf))
  // The last label moves in from the edge, towards the one before.
  const moved = x(labels.length - 1) - inside(x(labels.length - 1), widest, width)
  const every = labelEvery(labels.length, plot, 12 + widest + moved)
  return labels.map(
    (label, index) =>
      (labels.length - 1 - index) % every === 0 && (
        <text key={index} x={inside(x(index), widthOf(label), width)} y={y} textAnchor="middle" className="fill-faint">
          {label}
        </text>
      ),
  )
}

type FiguresProps = Pick<ChartProps, 'labels' | 'series' | 'format'> & { index: number }

function Figures({ labels, series, format, index }: FiguresProps) {
  return (
    <figcaption aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 ps-14 pt-1 text-xs tabular-nums">
      <span className="text-faint">{labels[index]}</span>
      {series.map((one) => {
        const value = one.values[index] ?? null
        return (
          <span key={one.id} className={one.isBefore ? 'text-faint' : 'font-medium text-accent'}>
            {one.name} {value === null ? '–' : format(value)}
          </span>
        )
      })}
    </figcaption>
  )
}
