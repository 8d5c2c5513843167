'use client'
import { GripVertical } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { moved } from '@/lib/moved'
import { cx } from './cx'
import { useRowDrag, type Drag } from './use-row-drag'

type Item = { id: string | number; name: string }
type Props<T extends Item> = {
  label: string
  items: T[]
  /** All ids in their new order. */
  onReorder: (ids: T['id'][]) => void
  row: (item: T) => ReactNode
  isDisabled?: boolean
  /** Without a frame of its own, inside one. */
  isBare?: boolean
}

/** A list in an order people choose: drag a row by its handle, or the arrow keys on the handle. */
export function ReorderList<T extends Item>({ label, items, onReorder, row, isDisabled, isBare }: Props<T>) {
  const list = useRef<HTMLUListElement>(null)
  const ids = items.map((item) => item.id)
  const { said, step, keep } = useSteps(items, onReorder)
  const { drag, handleOf } = useRowDrag(list, ({ from, over, isAfter }) => {
    const [id, target] = [ids[from], ids[over]]
    if (id !== undefined && target !== undefined) onReorder(moved(ids, [id], target, isAfter))
  })
  return (
    <>
      <ul ref={list} aria-label={label} className={cx('divide-y', !isBare && 'rounded-md border bg-surface')}>
        {items.map((item, place) => (
          <li
            key={item.id}
            className={cx(
              'relative flex min-h-12 items-center gap-1 first:rounded-t-md last:rounded-b-md',
              isBare ? 'px-4 sm:px-5' : 'px-3',
              drag?.from === place && 'opacity-50',
            )}
          >
            {drag && <DropLine drag={drag} place={place} />}
            {!isDisabled && (
              <Handle
                ref={keep(item.id)}
                name={item.name}
                onKeyDown={(event) => step(event, place)}
                {...handleOf(place)}
              />
            )}
            <div className="min-w-0 grow py-2">{row(item)}</div>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

function Handle({ name, ...rest }: ComponentProps<'button'> & { name: string }) {
  const t = useTranslations('common')
  return (
    <button
      {...rest}
      type="button"
      aria-label={t('moveRow', { name })}
      aria-description={t('moveRowHint')}
      className="-ms-3 grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-md text-faint hover:text-ink"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  )
}

function DropLine({ drag, place }: { drag: Drag; place: number }) {
  if (drag.over !== place || drag.from === place) return null
  return (
    <span aria-hidden className={cx('absolute inset-x-0 h-0.5 bg-accent', drag.isAfter ? '-bottom-px' : '-top-px')} />
  )
}

/** Arrow up and down, Home and End move the row whose handle has the focus; the focus goes with it. */
function useSteps<T extends Item>(items: T[], onReorder: Props<T>['onReorder']) {
  const t = useTranslations('common')
  const [said, say] = useState('')
  const handles = useRef(new Map<T['id'], HTMLElement>())
  const held = useRef<T['id'] | null>(null)
  const order = items.map((item) => item.id).join()
  useEffect(() => {
    // A row that is put elsewhere in the page loses the focus on its way.
    if (held.current !== null) handles.current.get(held.current)?.focus()
    held.current = null
  }, [order])
  const step = (event: KeyboardEvent, from: number) => {
    const last = items.length - 1
    const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: last }[event.key]
    const [item, target] = [items[from], items[to ?? -1]]
    if (to === undefined || !item) return
    event.preventDefault()
    if (!target || to === from) return
    held.current = item.id
    const ids = items.map((one) => one.id)
    onReorder(moved(ids, [item.id], target.id, to > from))
    say(t('movedRow', { name: item.name, place: to + 1, count: items.length }))
  }
  const keep = (id: T['id']) => (handle: HTMLElement | null) => {
    if (handle) handles.current.set(id, handle)
    else handles.current.delete(id)
  }
  return { said, step, keep }
}
