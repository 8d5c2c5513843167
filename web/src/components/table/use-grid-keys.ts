'use client'
import { useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { nothing, toggled, withRange, type Selection } from './model'

type Options = {
  box: RefObject<HTMLElement | null>
  /** Ids of the loaded items in their order; null where the head of a group stands. */
  ids: (number | null)[]
  rowHeight: number
  selection: Selection
  /** Absent when rows cannot be chosen. */
  onSelect?: (selection: Selection) => void
  onOpen: (index: number) => void
}

const steps: Record<string, (index: number, last: number, page: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index, _last, page) => index + page,
  PageUp: (index, _last, page) => index - page,
  Home: () => 0,
  End: (_index, last) => last,
}

/** One row at a time is the active one: arrows move it, Enter opens it, Space chooses it, Shift spans. */
export function useGridKeys({ box, ids, rowHeight, selection, onSelect, onOpen }: Options) {
  const [active, setActive] = useState(0)
  const [anchor, setAnchor] = useState<number | null>(null)
  const chosenIds = ids.map((id) => id ?? -1)
  const move = (to: number, isSpan: boolean) => {
    const index = Math.max(0, Math.min(ids.length - 1, to))
    setActive(index)
    scrollTo(box.current, index, rowHeight)
    if (!isSpan || !onSelect) return setAnchor(null)
    const from = anchor ?? active
    setAnchor(from)
    onSelect(withoutHeads(withRange(selection, chosenIds, from, index)))
  }
  const choose = (index: number, isSpan: boolean) => {
    const id = ids[index]
    if (!onSelect || id === null || id === undefined) return
    const next = isSpan && anchor !== null ? withRange(selection, chosenIds, anchor, index) : toggled(selection, id)
    onSelect(withoutHeads(next))
    setAnchor(index)
    setActive(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return
    const step = steps[event.key]
    if (step) move(step(active, ids.length - 1, pageOf(box.current, rowHeight)), event.shiftKey)
    else if (event.key === 'Enter') onOpen(active)
    else if (event.key === ' ') choose(active, event.shiftKey)
    else if (event.key === 'Escape' && selection !== nothing) onSelect?.(nothing)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect?.({ all: true, ids: new Set() })
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const chosen = (event.target as Element).closest<HTMLElement>('[data-choose]')
    if (chosen) choose(Number(chosen.dataset.choose), event.shiftKey)
  }
  return { active: Math.min(active, Math.max(0, ids.length - 1)), onClick, onKeyDown }
}

const withoutHeads = ({ all, ids }: Selection): Selection => ({ all, ids: new Set([...ids].filter((id) => id >= 0)) })

const headHeight = 40

function pageOf(box: HTMLElement | null, rowHeight: number): number {
  return Math.max(1, Math.floor(((box?.clientHeight ?? 400) - headHeight) / rowHeight) - 1)
}

function scrollTo(box: HTMLElement | null, index: number, rowHeight: number) {
  if (!box) return
  const top = index * rowHeight
  if (top < box.scrollTop) box.scrollTop = top
  const bottom = top + rowHeight + headHeight - box.clientHeight
  if (bottom > box.scrollTop) box.scrollTop = bottom
}
