'use client'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { useGeneralChange } from '@/components/settings/api'
import { Button, IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { ReorderList } from '@/components/ui/reorder-list'
import { EmptyState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { deleteRow, reorderRows, restoreRow, type ListName, type OrderedList } from '../api'

type Row = { id: number; name: string }
type Props<T extends Row> = {
  list: ListName
  title: string
  text: string
  icon: ReactNode
  items: T[]
  addLabel: string
  onAdd: () => void
  row: (item: T) => ReactNode
  after?: ReactNode
}

/** A short list of the operator's own: add, change, put in order, delete with undo. */
export function ListCard<T extends Row>({ list, title, text, icon, items, addLabel, onAdd, row, after }: Props<T>) {
  const order = useGeneralChange((ids: number[]) => reorderRows(list as OrderedList, ids))
  const shown = order.isPending ? inOrder(items, order.variables) : items
  const add = (look: 'primary' | 'secondary') => (
    <Button look={look} onPress={onAdd}>
      <Plus aria-hidden className="size-4" />
      {addLabel}
    </Button>
  )
  if (items.length === 0) {
    return (
      <EmptyState icon={icon} title={title} text={text}>
        {add('primary')}
      </EmptyState>
    )
  }
  return (
    <div className="max-w-3xl space-y-5">
      <Card title={title}>
        <p className="mb-4 text-sm text-soft text-pretty">{text}</p>
        <ReorderList
          label={title}
          items={shown}
          row={row}
          isDisabled={list === 'locations' || items.length < 2}
          onReorder={(ids) => order.mutate(ids)}
        />
        <div className="pt-4">{add('secondary')}</div>
      </Card>
      {after}
    </div>
  )
}

const inOrder = <T extends Row>(items: T[], ids: number[]) =>
  [...items].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

type LineProps = { list: ListName; item: Row; onEdit: () => void; children: ReactNode; isFixed?: boolean }

/** One row: what it says opens it, the bin deletes it. */
export function ListLine({ list, item, onEdit, children, isFixed }: LineProps) {
  const t = useTranslations('general')
  const remove = useRemove(list)
  return (
    <div className="flex items-center gap-2 ps-2">
      <button
        type="button"
        onClick={onEdit}
        className="min-h-11 min-w-0 grow rounded-md px-1 text-start hover:bg-sunken"
      >
        {children}
      </button>
      {!isFixed && (
        <IconButton label={t('deleteNamed', { name: item.name })} onPress={() => remove(item)}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  )
}

function useRemove(list: ListName) {
  const t = useTranslations('general')
  const common = useTranslations('common')
  const text = useErrorText()
  const remove = useGeneralChange((row: number) => deleteRow(list, row))
  const restore = useGeneralChange((row: number) => restoreRow(list, row))
  const explain = (error: Error) => {
    const known = {
      in_use: 'failed_in_use',
      default_location: 'failed_default',
      default_policy: 'failed_default',
      system_row: 'failed_system',
    } as const
    const key = error instanceof ApiError ? known[error.code as keyof typeof known] : undefined
    toast.error(key ? t(key) : text(error))
  }
  return (item: Row) =>
    remove.mutate(item.id, {
      onSuccess: () =>
        toast(t('deleted', { name: item.name }), {
          action: { label: common('undo'), onClick: () => restore.mutate(item.id, { onError: explain }) },
        }),
      onError: explain,
    })
}
