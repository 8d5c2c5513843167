'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ChannelTool, ChannelToolRow } from '@/api/models'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { late } from '@/lib/late'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { removeToolRow, toolQuery, type ToolAddress } from '../api'

const ToolDialog = late(() => import('./tool-dialog').then((file) => file.ToolDialog))

type Props = { connectionId: number; tool: ChannelTool; mappingId: number | null }

/** What a tool lists, asked of the channel when it is looked at, and the button of its form. */
export function ToolPanel({ connectionId, tool, mappingId }: Props) {
  const path: ToolAddress = { otaConnection: connectionId, otaTool: tool.name }
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({ ...toolQuery(path, mappingId), enabled: tool.has_rows || isOpen })
  return (
    <>
      {tool.has_rows && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {tool.has_rows && !error && !data && <Skeleton className="h-24 rounded-xl" />}
      {tool.has_rows && data && <Rows path={path} tool={tool} mappingId={mappingId} rows={data.rows} />}
      {tool.form_schema && (
        <Button look="primary" onPress={() => setOpen(true)}>
          {tool.action || tool.title}
        </Button>
      )}
      {isOpen && (data || error) && (
        <ToolDialog
          path={path}
          tool={tool}
          mappingId={mappingId}
          initial={data?.initial ?? {}}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type RowsProps = { path: ToolAddress; tool: ChannelTool; mappingId: number | null; rows: ChannelToolRow[] }

function Rows({ path, tool, mappingId, rows }: RowsProps) {
  const t = useTranslations('channels')
  const common = useTranslations('common')
  const [gone, setGone] = useState<ChannelToolRow | null>(null)
  const cell = useCell(tool, setGone)
  const columns = tool.columns.map(({ name, title, kind }, index) => ({
    id: name,
    name: title,
    isRowHeader: index === 0,
    ...(kind === 'number' && { align: 'end' as const }),
  }))
  const removal = { id: 'remove', name: common('remove'), isNameHidden: true, isRowHeader: false }
  return (
    <>
      <SimpleTable
        label={tool.title}
        columns={tool.can_remove ? [...columns, removal] : columns}
        rows={rows}
        cell={cell}
        phone={(row) => <OnPhone tool={tool} row={row} cell={cell} />}
        empty={<p className="text-sm text-soft">{t('nothingThere')}</p>}
      />
      {gone && <Remove path={path} mappingId={mappingId} row={gone} tool={tool} onClose={() => setGone(null)} />}
    </>
  )
}

type Cell = (row: ChannelToolRow, id: string) => ReactNode

function useCell(tool: ChannelTool, onRemove: (row: ChannelToolRow) => void): Cell {
  const common = useTranslations('common')
  const format = useFormat()
  return (row, id) => {
    if (id === 'remove')
      return (
        <Button size="sm" look="danger" onPress={() => onRemove(row)}>
          {common('remove')}
        </Button>
      )
    const text = row.cells[id] ?? ''
    const isDay = tool.columns.some((one) => one.name === id && one.kind === 'date')
    return isDay && text ? format.day(text, 'medium') : text || '–'
  }
}

function OnPhone({ tool, row, cell }: { tool: ChannelTool; row: ChannelToolRow; cell: Cell }) {
  return (
    <span className="block space-y-1">
      {tool.columns.map(({ name, title }) => (
        <span key={name} className="flex justify-between gap-3">
          <span className="text-soft">{title}</span> <span>{cell(row, name)}</span>
        </span>
      ))}
      {tool.can_remove && <span className="block pt-1">{cell(row, 'remove')}</span>}
    </span>
  )
}

type RemoveProps = Omit<RowsProps, 'rows'> & { row: ChannelToolRow; onClose: () => void }

function Remove({ path, tool, mappingId, row, onClose }: RemoveProps) {
  const t = useTranslations('channels')
  const common = useTranslations('common')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const remove = useMutation({
    mutationFn: () => removeToolRow(path, { mapping_id: mappingId, row_id: row.id }),
    onSuccess: () => {
      toast.success(t('saved'))
      void queries.invalidateQueries({ queryKey: toolQuery(path, mappingId).queryKey })
      onClose()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <ConfirmDialog
      title={t('removeThereTitle', { name: row.cells[tool.columns[0]?.name ?? ''] || row.id })}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirmLabel={common('remove')}
      isPending={remove.isPending}
      isDanger
    >
      {t('removeThereText')}
    </ConfirmDialog>
  )
}
