'use client'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { ReorderList } from '@/components/ui/reorder-list'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'

type Row = { id: number; name: string }
type Props<T extends Row> = {
  title: string
  text: string
  /** What an empty list says instead of its title. */
  emptyTitle: string
  icon: ReactNode
  /** Undefined while they are not read yet. */
  items: T[] | undefined
  error: Error | null
  onRetry: () => void
  addLabel: string
  onAdd: () => void
  row: (item: T) => ReactNode
  /** Left out where the list has an order of its own. */
  onReorder?: (ids: number[]) => void
  /** Between the text and the rows: a search. */
  above?: ReactNode
  /** Below the rows: what was removed. */
  children?: ReactNode
}

/** One list of the catalogue: add, open, put in order, and what was taken out of use. */
export function CatalogCard<T extends Row>(props: Props<T>) {
  const { title, text, emptyTitle, icon, items, error, onRetry, addLabel, onAdd, above, children } = props
  if (error && !items) return <ErrorState error={error} onRetry={onRetry} />
  if (!items) return <ListSkeleton />
  const add = (size: 'sm' | 'md') => (
    <Button look="primary" size={size} onPress={onAdd}>
      <Plus aria-hidden className="size-4" />
      {addLabel}
    </Button>
  )
  if (items.length === 0 && !above) {
    return (
      <>
        <EmptyState icon={icon} title={emptyTitle} text={text}>
          {add('md')}
        </EmptyState>
        {children}
      </>
    )
  }
  return (
    <Card title={title} actions={add('sm')}>
      <p className="mb-4 text-sm text-pretty text-soft">{text}</p>
      {above}
      <Rows {...props} items={items} />
      {children}
    </Card>
  )
}

function Rows<T extends Row>({ title, items, row, onReorder }: Props<T> & { items: T[] }) {
  if (items.length === 0) return null
  if (onReorder) {
    return <ReorderList label={title} items={items} onReorder={onReorder} isDisabled={items.length < 2} row={row} />
  }
  return (
    <ul aria-label={title} className="divide-y rounded-md border">
      {items.map((item) => (
        <li key={item.id} className="px-2 py-1">
          {row(item)}
        </li>
      ))}
    </ul>
  )
}

export function ListSkeleton() {
  return (
    <div className="max-w-3xl">
      <Skeleton className="h-72 rounded-xl" />
    </div>
  )
}
