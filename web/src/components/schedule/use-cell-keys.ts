'use client'
import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'

/**
 * The arrow keys in a grid whose cells hold several things: one tab stop, from which they lead on.
 *
 * A cell has `data-cell="row:column"`, what can be stepped on in it `data-stop` and `tabIndex={-1}`; a cell
 * without such things is passed over. Left and right go to other columns, up and down through the things
 * of a cell and on to other rows; `data-stop="start"` is where the grid is entered first.
 */
export function useCellKeys() {
  const box = useRef<HTMLDivElement>(null)
  // What is new came with tabIndex -1: there is always exactly one way in.
  useEffect(() => {
    const grid = box.current
    if (!grid || grid.querySelector('[data-stop][tabindex="0"]')) return
    const first =
      grid.querySelector<HTMLElement>('[data-stop="start"]') ?? grid.querySelector<HTMLElement>('[data-stop]')
    if (first) first.tabIndex = 0
  })
  const onFocus = (event: FocusEvent) => {
    const stop = event.target.closest<HTMLElement>('[data-stop]')
    if (!stop || stop.tabIndex === 0) return
    box.current?.querySelectorAll<HTMLElement>('[data-stop][tabindex="0"]').forEach((old) => (old.tabIndex = -1))
    stop.tabIndex = 0
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const stop = (event.target as Element).closest<HTMLElement>('[data-stop]')
    if (!box.current || !stop || stop !== event.target) return
    const next = nextStop(box.current, stop, event.key)
    if (next === undefined) return
    event.preventDefault()
    next?.focus()
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  return { box, onFocus, onKeyDown }
}

type Cell = { row: number; column: number; stops: HTMLElement[] }

/** Where a key leads; null nowhere, undefined when it is none of ours. */
function nextStop(grid: HTMLElement, stop: HTMLElement, key: string): HTMLElement | null | undefined {
  if (!['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) return undefined
  const cells = cellsOf(grid)
  const here = cells.find((cell) => cell.stops.includes(stop))
  if (!here) return null
  const place = here.stops.indexOf(stop)
  const row = cells.filter((cell) => cell.row === here.row)
  const column = (of: Cell[]) => of.filter((cell) => cell.column === here.column)
  switch (key) {
    case 'ArrowUp':
      return (
        here.stops[place - 1] ??
        column(cells.filter((cell) => cell.row < here.row))
          .at(-1)
          ?.stops.at(-1) ??
        null
      )
    case 'ArrowDown':
      return here.stops[place + 1] ?? column(cells.filter((cell) => cell.row > here.row))[0]?.stops[0] ?? null
    case 'ArrowLeft':
      return beside(row.filter((cell) => cell.column < here.column).at(-1), place)
    case 'ArrowRight':
      return beside(
        row.find((cell) => cell.column > here.column),
        place,
      )
    case 'Home':
      return row[0]?.stops[0] ?? null
    default:
      return row.at(-1)?.stops[0] ?? null
  }
}

const beside = (cell: Cell | undefined, place: number) => cell?.stops[Math.min(place, cell.stops.length - 1)] ?? null

function cellsOf(grid: HTMLElement): Cell[] {
  return [...grid.querySelectorAll<HTMLElement>('[data-cell]')]
    .map((cell) => {
      const [row = 0, column = 0] = (cell.dataset.cell ?? '').split(':').map(Number)
      return { row, column, stops: [...cell.querySelectorAll<HTMLElement>('[data-stop]')] }
    })
    .filter((cell) => cell.stops.length > 0)
    .sort((a, b) => a.row - b.row || a.column - b.column)
}
