'use client'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CallNumber } from '@/components/calls/types'
import { tableQuery } from '@/components/table/api'
import { Button, IconButton } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { formatPhone } from '@/lib/phone'
import { useFormat } from '@/lib/use-format'
import { numbersQuery, type Which } from '../api'

const NumberDialog = late(() => import('./number-dialog').then((file) => file.NumberDialog))
const atFirst = 10

/** Numbers that are called, or that people call from, with the names staff know them by. */
export function NumbersCard({ which }: { which: Which }) {
  const t = useTranslations('callSettings')
  const [open, setOpen] = useState<CallNumber | 'new' | null>(null)
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch } = useQuery(numbersQuery(which))
  const shown = isWhole ? data : data?.slice(0, atFirst)
  const add = (
    <Button size="sm" look="quiet" onPress={() => setOpen('new')}>
      <Plus aria-hidden className="size-4" />
      {t('addNumber')}
    </Button>
  )
  return (
    <Card title={t(which)} actions={which === 'destination' && add}>
      <p className="mb-3 text-sm text-soft">{t(`${which}Text`)}</p>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-24" />}
      {shown && <Numbers label={t(which)} rows={shown} onEdit={setOpen} />}
      {data && shown && shown.length < data.length && (
        <Button size="sm" look="quiet" onPress={() => setWhole(true)}>
          {t('showAll', { count: data.length })}
        </Button>
      )}
      {open && <NumberDialog row={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function Numbers({ label, rows, onEdit }: { label: string; rows: CallNumber[]; onEdit: (row: CallNumber) => void }) {
  const t = useTranslations('callSettings')
  const format = useFormat()
  const { data } = useQuery(tableQuery('trips'))
  const sources = data?.columns.find((column) => column.key === 'trip_source')?.options ?? []
  const source = (row: CallNumber) => sources.find(({ id }) => Number(id) === row.trip_source_id)?.name
  const cell = (row: CallNumber, column: string) => {
    if (column === 'number') return <bdi dir="ltr">{formatPhone(row.number)}</bdi>
    if (column === 'label') return row.label ? <bdi>{row.label}</bdi> : '–'
    if (column === 'source') return <bdi>{source(row) ?? '–'}</bdi>
    if (column === 'cnt') return format.number(row.cnt)
    return (
      <IconButton label={t('edit', { number: formatPhone(row.number) })} onPress={() => onEdit(row)}>
        <Pencil aria-hidden className="size-4" />
      </IconButton>
    )
  }
  return (
    <SimpleTable
      label={label}
      rowKey={(row) => row.number}
      columns={[
        { id: 'number', name: t('number'), isRowHeader: true },
        { id: 'label', name: t('label') },
        { id: 'source', name: t('source') },
        { id: 'cnt', name: t('calls'), align: 'end', width: 'w-20' },
        { id: 'edit', name: t('editColumn'), isNameHidden: true, align: 'end', width: 'w-14' },
      ]}
      rows={rows}
      cell={cell}
      empty={<p className="text-soft">{t('noNumbers')}</p>}
    />
  )
}
