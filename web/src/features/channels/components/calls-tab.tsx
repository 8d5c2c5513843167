'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChannelCall } from '@/api/models'
import { SearchField } from '@/components/ui/search-field'
import { Select } from '@/components/ui/select'
import { SimpleTable } from '@/components/ui/simple-table'
import { late } from '@/lib/late'
import { useDebounced } from '@/lib/use-debounced'
import { callsQuery, type CallFilter } from '../api'
import { outcomes } from '../model'
import type { TabProps } from './types'
import { Outcome } from './outcome'
import { Paged } from './paged'
import { useWhen } from './state-badge'

const CallDrawer = late(() => import('./call-drawer').then((file) => file.CallDrawer))

/** Every call in either direction, found by any reference in it. */
export default function CallsTab({ connection }: TabProps) {
  const t = useTranslations('channels')
  const [filter, setFilter] = useState<CallFilter>({ reference: '', outcome: '', direction: '' })
  const [open, setOpen] = useState<ChannelCall | null>(null)
  const reference = useDebounced(filter.reference.trim(), 300)
  const query = useInfiniteQuery(callsQuery(connection.id, { ...filter, reference }))
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <div className="space-y-4">
      <Filters filter={filter} onChange={setFilter} />
      <Paged query={query} isEmpty={rows.length === 0} icon={<ArrowUpRight aria-hidden />} title={t('noCalls')}>
        <Rows rows={rows} onOpen={setOpen} />
      </Paged>
      {open && <CallDrawer call={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

type FilterProps = { filter: CallFilter; onChange: (filter: CallFilter) => void }

function Filters({ filter, onChange }: FilterProps) {
  const t = useTranslations('channels')
  return (
    <div className="flex flex-wrap gap-3">
      <SearchField
        label={t('searchCalls')}
        value={filter.reference}
        onChange={(reference) => onChange({ ...filter, reference })}
        maxLength={200}
        className="min-w-64 grow"
      />
      <Select
        label={t('outcome')}
        isLabelHidden
        value={filter.outcome}
        onChange={(outcome) => onChange({ ...filter, outcome })}
        options={[
          { id: '' as const, name: `${t('outcome')}: ${`${t('direction')}: ${t('any')}`}` },
          ...outcomes.map((id) => ({ id, name: t(`outcome_${id}`) })),
        ]}
      />
      <Select
        label={t('direction')}
        isLabelHidden
        value={filter.direction}
        onChange={(direction) => onChange({ ...filter, direction })}
        options={(['', 'in', 'out'] as const).map((id) => ({ id, name: id ? t(`direction_${id}`) : t('any') }))}
      />
    </div>
  )
}

function Rows({ rows, onOpen }: { rows: ChannelCall[]; onOpen: (call: ChannelCall) => void }) {
  const t = useTranslations('channels')
  const cell = useCell()
  const columns = [
    { id: 'operation', name: t('call'), isRowHeader: true },
    { id: 'outcome', name: t('outcome') },
    { id: 'references', name: t('references') },
    { id: 'took', name: t('took'), align: 'end' as const },
    { id: 'at', name: t('at') },
  ]
  return <SimpleTable label={t('tab_calls')} columns={columns} rows={rows} cell={cell} onRow={onOpen} />
}

function useCell() {
  const t = useTranslations('channels')
  const when = useWhen()
  return (call: ChannelCall, column: string) => {
    if (column === 'operation') return <Operation call={call} />
    if (column === 'outcome') return <Outcome call={call} />
    if (column === 'references') {
      return <span className="block max-w-60 truncate font-mono text-xs">{call.references.join(', ') || '–'}</span>
    }
    if (column === 'took') return t('milliseconds', { count: call.milliseconds })
    return <span className="whitespace-nowrap">{when(call.at)}</span>
  }
}

function Operation({ call }: { call: ChannelCall }) {
  const t = useTranslations('channels')
  const isOut = call.direction === 'out'
  const Icon = isOut ? ArrowUpRight : ArrowDownLeft
  return (
    <span className="flex items-center gap-2">
      <Icon aria-label={t(isOut ? 'direction_out' : 'direction_in')} className="size-4 shrink-0 text-faint" />
      {call.operation}
    </span>
  )
}
