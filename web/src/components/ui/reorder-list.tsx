'use client'
import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, DropIndicator, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import { moved } from '@/lib/moved'

type Item = { id: string | number; name: string }
type Props<T extends Item> = {
  label: string
  items: T[]
  /** All ids in their new order. */
  onReorder: (ids: T['id'][]) => void
  row: (item: T) => ReactNode
  isDisabled?: boolean
}

/** A list in an order people choose: drag a row by its handle, or Enter on the handle and the arrow keys. */
export function ReorderList<T extends Item>({ label, items, onReorder, row, isDisabled }: Props<T>) {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const ids = items.map((item) => item.id)
      onReorder(moved(ids, [...keys] as T['id'][], target.key as T['id'], target.dropPosition === 'after'))
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className="h-0 data-drop-target:outline-1 data-drop-target:outline-accent" />
    ),
  })
  return (
    <GridList
      aria-label={label}
      items={items}
      dependencies={[row]}
      dragAndDropHooks={isDisabled ? undefined : dragAndDropHooks}
      className="divide-y rounded-md border bg-surface"
    >
      {(item) => (
        <GridListItem
          textValue={item.name}
          className="flex min-h-12 items-center gap-1 px-3 -outline-offset-2 first:rounded-t-md last:rounded-b-md data-dragging:opacity-50"
        >
          {!isDisabled && (
            <Button
              slot="drag"
              className="-ms-3 grid size-11 shrink-0 cursor-grab place-items-center rounded-md text-faint hover:text-ink"
            >
              <GripVertical aria-hidden className="size-4" />
            </Button>
          )}
          <div className="min-w-0 grow py-2">{row(item)}</div>
        </GridListItem>
      )}
    </GridList>
  )
}
