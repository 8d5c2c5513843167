'use client'
import { memo, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { cx } from '@/components/ui/cx'
import { placeOf, ticksOf, type Axis, type Span } from './axis'
import { packLanes, type Laid } from './lanes'
import { useCellKeys } from './use-cell-keys'

export type Shade = { key: string | number; span: Span; label: string }

export type TimelineRow<T> = {
  /** Also its `data-drop`. */
  key: string
  head: ReactNode
  items: readonly T[]
  /** Stretches in which nothing is to be put: blackouts. */
  shades?: readonly Shade[]
  isApart?: boolean
}

type Looks<T> = {
  axis: Axis
  spanOf: (item: T) => Span
  keyOf: (item: T) => string | number
  /** The button of an item; it has `data-stop` and `tabIndex={-1}` and fills its place. */
  bar: (item: T, rowKey: string) => ReactNode
  /** What goes on the element around a bar: useCarry's grip. */
  grip?: (item: T, rowKey: string) => object
  /** Narrower than this (pixels) no bar becomes. */
  least?: number
  lane?: number
}

type Props<T> = Looks<T> & {
  label: string
  /** Above the heads of the rows. */
  corner: ReactNode
  tick: (minutes: number) => ReactNode
  rows: readonly TimelineRow<T>[]
  now?: number | null
  /** Also that of useCarry. */
  box: RefObject<HTMLDivElement | null>
  className?: string
}

const percent = (share: number) => `${(share * 100).toFixed(4)}%`

/** Rows of things over a stretch of time: guides and their departures, boats and their uses. */
export function Timeline<T>({ label, corner, tick, rows, now, box, className, ...looks }: Props<T>) {
  const { box: grid, onFocus, onKeyDown } = useCellKeys()
  const { axis } = looks
  return (
    <div ref={box} className={cx('schedule overflow-auto rounded-xl border bg-surface', className)}>
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="relative w-max min-w-full"
        style={{ '--axis': `${(axis.to - axis.from) * axis.width}px` } as CSSProperties}
      >
        <Head axis={axis} corner={corner} tick={tick} />
        {rows.map((row, place) => (
          <Row key={row.key} row={row} place={place} now={now ?? null} {...(looks as Looks<unknown>)} />
        ))}
      </div>
    </div>
  )
}

function Head({ axis, corner, tick }: { axis: Axis; corner: ReactNode; tick: (minutes: number) => ReactNode }) {
  return (
    <div role="row" className="schedule-row sticky top-0 z-20 border-b bg-surface">
      <div role="columnheader" className="schedule-head z-20 flex items-center px-3 text-sm font-medium text-soft">
        {corner}
      </div>
      <div role="columnheader" className="schedule-axis relative h-9">
        {ticksOf(axis).map((at) => (
          <span
            key={at}
            className="absolute inset-y-0 flex items-center border-s ps-1.5 text-xs whitespace-nowrap text-soft tabular-nums"
            style={{ insetInlineStart: percent((at - axis.from) / (axis.to - axis.from)) }}
          >
            {tick(at)}
          </span>
        ))}
      </div>
    </div>
  )
}

type RowProps = Looks<unknown> & { row: TimelineRow<unknown>; place: number; now: number | null }

const LEAST = 96
const LANE = 46

const Row = memo(function Row({ row, place, now, ...looks }: RowProps) {
  const { axis, spanOf, keyOf, least = LEAST, lane = LANE } = looks
  const { laid, lanes } = packLanes(row.items, spanOf, least / axis.width)
  return (
    <div
      role="row"
      data-drop={row.key}
      className={cx('schedule-row border-b last:border-b-0', row.isApart && 'bg-warn-wash/40')}
    >
      <div role="rowheader" className="schedule-head z-10 flex items-center px-3 py-2">
        {row.head}
      </div>
      <div
        role="gridcell"
        data-cell={`${place}:0`}
        className="schedule-axis relative"
        style={{ minHeight: lanes * lane + 8 }}
      >
        <Ticks axis={axis} />
        {row.shades?.map((shade) => (
          <Shaded key={shade.key} axis={axis} shade={shade} />
        ))}
        {laid.map((one) => (
          <Bar key={keyOf(one.item)} laid={one} rowKey={row.key} {...looks} />
        ))}
        {now !== null && <Now axis={axis} at={now} />}
      </div>
    </div>
  )
})

type BarProps = Looks<unknown> & { laid: Laid<unknown>; rowKey: string }

function Bar({ laid, rowKey, axis, bar, grip, least = LEAST, lane = LANE }: BarProps) {
  const spot = placeOf(axis, laid.span)
  if (!spot) return null
  const place = {
    insetInlineStart: `min(${percent(spot.from)}, calc(100% - ${least}px))`,
    width: percent(spot.share),
    minWidth: least,
    top: laid.lane * lane + 4,
    height: lane,
  }
  return (
    <div {...grip?.(laid.item, rowKey)} className="absolute z-[1] p-0.5" style={place}>
      {bar(laid.item, rowKey)}
    </div>
  )
}

function Now({ axis, at }: { axis: Axis; at: number }) {
  const spot = placeOf(axis, [at, at + 1])
  if (!spot) return null
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 z-[2] w-0.5 bg-bad-fill"
      style={{ insetInlineStart: percent(spot.from) }}
    />
  )
}

const Ticks = memo(function Ticks({ axis }: { axis: Axis }) {
  return ticksOf(axis).map((at) => (
    <span
      key={at}
      aria-hidden
      className="absolute inset-y-0 border-s"
      style={{ insetInlineStart: percent((at - axis.from) / (axis.to - axis.from)) }}
    />
  ))
})

function Shaded({ axis, shade }: { axis: Axis; shade: Shade }) {
  const spot = placeOf(axis, shade.span)
  if (!spot) return null
  return (
    <span
      role="img"
      aria-label={shade.label}
      title={shade.label}
      className="schedule-shade absolute inset-y-0"
      style={{ insetInlineStart: percent(spot.from), width: percent(spot.share) }}
    />
  )
}
