'use client'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { useCan } from '@/lib/session'

type Props<Row> = {
  title: string
  query: { data?: Row[]; error: Error | null; refetch: () => Promise<unknown> }
  addLabel: string
  empty: { icon: ReactNode; title: string; text: string }
  /** `onOpen` is there for who may change a row. */
  rows: (rows: Row[], onOpen?: (row: Row) => void) => ReactNode
  /** The window of a row, or of a new one. */
  dialog: (row: Row | null, onClose: () => void) => ReactNode
}

/** A tab of a connection that lists what it is made of; a row opens a window, and so does a new one. */
export function RowsTab<Row>({ title, query, addLabel, empty, rows, dialog }: Props<Row>) {
  const { data, error, refetch } = query
  const [open, setOpen] = useState<{ row: Row | null } | null>(null)
  const mayChange = useCan('reseller.manage')
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  const add = mayChange && (
    <Button look="primary" onPress={() => setOpen({ row: null })}>
      <Plus aria-hidden className="size-4" />
      {addLabel}
    </Button>
  )
  return (
    <>
      {data.length === 0 ? (
        <EmptyState {...empty}>{add}</EmptyState>
      ) : (
        <Card title={title} actions={add}>
          {rows(data, mayChange ? (row) => setOpen({ row }) : undefined)}
        </Card>
      )}
      {open && dialog(open.row, () => setOpen(null))}
    </>
  )
}
