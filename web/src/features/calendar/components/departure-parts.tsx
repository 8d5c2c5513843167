'use client'
import { Lock, Truck, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '@/components/ui/avatar'
import { Bar } from '@/components/ui/bar'
import { cx } from '@/components/ui/cx'
import { Swatch } from '@/components/ui/swatch'
import type { Departure } from '../model'
import type { Words } from '../words'

type Props = { departure: Departure; words: Words }

/** The attributes by which a press on a departure is known, wherever it is drawn. */
export const pressOf = ({ slot }: Departure, row?: string) => ({
  type: 'button' as const,
  'data-departure': slot.id,
  'data-row': row,
  'data-stop': '',
  tabIndex: -1,
})

const surface = 'relative flex w-full overflow-hidden rounded-md border bg-surface text-start hover:border-line-strong'

export const looksOf = ({ state, signs }: Departure) =>
  cx(
    surface,
    state === 'cancelled' && 'bg-sunken text-soft line-through',
    state !== 'open' && state !== 'cancelled' && 'bg-sunken',
    signs[0] === 'overbooked' && 'border-bad-fill',
  )

/** The worst of what is wrong with a departure; its words are in the departure's label. */
export function Sign({ departure }: { departure: Departure }) {
  const [worst] = departure.signs
  if (!worst) return null
  return (
    <TriangleAlert aria-hidden className={cx('size-3.5 shrink-0', worst === 'overbooked' ? 'text-bad' : 'text-warn')} />
  )
}

function Closed({ departure }: { departure: Departure }) {
  if (departure.state !== 'closed' && departure.state !== 'closed_online') return null
  return <Lock aria-hidden className="size-3 shrink-0 text-soft" />
}

export function ColorEdge({ color }: { color: string }) {
  return <Swatch color={color} className="absolute inset-y-0 start-0 h-full w-1" />
}

/** How full a departure is, as a line at its foot; the figures stand beside it. */
export function FillLine({ departure: { slot } }: { departure: Departure }) {
  if (slot.capacity === null || slot.status === 'cancelled') return null
  const share = (pax: number) => (slot.capacity ? Math.min(100, (pax / slot.capacity) * 100) : 100)
  const isOver = slot.booked_pax_cnt > slot.capacity
  const isFull = slot.booked_pax_cnt >= slot.capacity
  return (
    <span aria-hidden className="absolute inset-x-0 bottom-0 h-[3px] bg-sunken">
      <Bar share={share(slot.booked_pax_cnt + slot.held_pax_cnt)} className="fill-line-strong" />
      <Bar
        share={share(slot.booked_pax_cnt)}
        className={isOver ? 'fill-bad-fill' : isFull ? 'fill-good-fill' : 'fill-accent'}
      />
    </span>
  )
}

/** One line of a month. */
export const Chip = memo(function Chip({ departure, words }: Props) {
  return (
    <button
      {...pressOf(departure)}
      aria-label={words.label(departure)}
      className={cx(looksOf(departure), 'h-6 items-center gap-1 ps-2 pe-1.5 text-xs')}
    >
      <ColorEdge color={departure.tour.color} />
      <span className="shrink-0 font-medium whitespace-nowrap tabular-nums">{words.shortTime(departure)}</span>
      <span title={departure.tour.name} className="min-w-0 grow truncate">
        {departure.tour.name}
      </span>
      <Closed departure={departure} />
      <Sign departure={departure} />
      <span className="shrink-0 text-soft tabular-nums">{words.fill(departure)}</span>
    </button>
  )
})

type CardProps = Props & {
  row?: string
  /** Under the name of its experience already. */
  isBare?: boolean
  /** In no grid, whose arrow keys would lead to it. */
  isLone?: boolean
}

/** A departure in a week or an agenda: everything that fits on three lines. */
export const Card = memo(function Card({ departure, words, row, isBare, isLone }: CardProps) {
  const { tour, slot } = departure
  return (
    <button
      {...pressOf(departure, row)}
      tabIndex={isLone ? 0 : -1}
      aria-label={words.label(departure)}
      className={cx(looksOf(departure), 'flex-col gap-0.5 pt-1.5 pr-2 pb-2.5 pl-3 text-sm')}
    >
      <ColorEdge color={tour.color} />
      <span className="flex w-full items-center gap-1.5">
        <span className="font-semibold whitespace-nowrap tabular-nums">{words.time(departure)}</span>
        <Closed departure={departure} />
        <Sign departure={departure} />
        <span className="ms-auto text-soft tabular-nums">{words.fill(departure)}</span>
      </span>
      {!isBare && <span className="line-clamp-2 w-full leading-tight text-pretty">{tour.name}</span>}
      <Crew departure={departure} words={words} />
      {slot.note && <span className="w-full truncate text-xs text-soft">{slot.note}</span>}
      <FillLine departure={departure} />
    </button>
  )
})

function Crew({ departure, words }: Props) {
  const guides = words.crew(departure)
  const things = words.things(departure)
  if (guides.length + things.length === 0) return null
  return (
    <span className="flex w-full min-w-0 items-center gap-1 text-xs text-soft">
      {guides.slice(0, 3).map((guide) => (
        <Avatar key={guide.id} name={guide.name} color={guide.color} size="sm" />
      ))}
      {guides.length > 3 && <span>+{guides.length - 3}</span>}
      {things.length > 0 && <Truck aria-hidden className="ms-0.5 size-3.5 shrink-0" />}
      <span className="truncate">{things.map(({ name }) => name).join(', ')}</span>
    </span>
  )
}

/** A departure on the time axis: when and what, with whom. */
export const AxisBar = memo(function AxisBar({ departure, words, row }: Props & { row: string }) {
  const { tour } = departure
  const by = row.split(':')[0]
  const who = by === 'guide' ? words.things(departure) : words.crew(departure)
  const second = by === 'experience' ? words.crew(departure).map(({ name }) => name) : [tour.name]
  return (
    <button
      {...pressOf(departure, row)}
      aria-label={words.label(departure)}
      className={cx(
        looksOf(departure),
        'h-full flex-col justify-center gap-px pr-1.5 pb-1 pl-2.5 text-xs leading-tight',
      )}
    >
      <ColorEdge color={tour.color} />
      <span className="flex w-full items-center gap-1">
        <span className="font-semibold whitespace-nowrap tabular-nums">{words.time(departure)}</span>
        <Closed departure={departure} />
        <Sign departure={departure} />
        <span className="ms-auto text-soft tabular-nums">{words.fill(departure)}</span>
      </span>
      <span title={tour.name} className="w-full truncate text-soft">
        {[...second, ...(by === 'experience' ? words.things(departure) : who).map(({ name }) => name)].join(' · ')}
      </span>
      <FillLine departure={departure} />
    </button>
  )
})
