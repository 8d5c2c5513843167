'use client'
import { useEffect, useState, type PointerEvent, type RefObject } from 'react'

export type Drag = {
  /** Place of the row in hand. */
  from: number
  /** Place of the row under the pointer, and on which side of it the row would land. */
  over: number
  isAfter: boolean
}

/** Take a row by its handle and carry it among the others, with a mouse, a pen or a finger; Esc lets it be. */
export function useRowDrag(list: RefObject<HTMLElement | null>, onDrop: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return undefined
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setDrag(null)
    }
    window.addEventListener('keydown', cancel, true)
    return () => window.removeEventListener('keydown', cancel, true)
  }, [isDragging])
  const handleOf = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from, over: from, isAfter: false })
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag) return
      const found = rowAt([...(list.current?.children ?? [])], event.clientY)
      if (found && (found.over !== drag.over || found.isAfter !== drag.isAfter)) setDrag({ from, ...found })
      list.current?.children[found?.over ?? from]?.scrollIntoView({ block: 'nearest' })
    },
    onPointerUp: () => {
      if (drag && drag.over !== from) onDrop(drag)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { drag, handleOf }
}

function rowAt(rows: Element[], y: number): Omit<Drag, 'from'> | null {
  const boxes = rows.map((row) => row.getBoundingClientRect())
  const over = boxes.findIndex((box) => y < box.bottom)
  const place = over < 0 ? rows.length - 1 : over
  const box = boxes[place]
  return box ? { over: place, isAfter: y > box.top + box.height / 2 } : null
}
