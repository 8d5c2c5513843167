'use client'
import { useQuery } from '@tanstack/react-query'
import { Armchair } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Allotment } from '@/api/models'
import { SimpleTable } from '@/components/ui/simple-table'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import { allotmentsQuery } from '../api'
import { RowsTab } from './rows-tab'
import type { TabProps } from './types'

const AllotmentDialog = late(() => import('./allotment-dialog').then((file) => file.AllotmentDialog))

/** Seats that are kept for a channel, and how many it may have at most. */
export default function AllotmentsTab({ connection }: TabProps) {
  const t = useTranslations('channels')
  const query = useQuery(allotmentsQuery(connection.id))
  return (
    <RowsTab
      title={t('tab_allotments')}
      query={query}
      addLabel={t('allot')}
      empty={{
        icon: <Armchair aria-hidden className="size-6" />,
        title: t('noAllotmentsTitle'),
        text: t('noAllotmentsText'),
      }}
      rows={(rows, onOpen) => <Rows rows={rows} onOpen={onOpen} />}
      dialog={(allotment, onClose) => (
        <AllotmentDialog connectionId={connection.id} allotment={allotment} onClose={onClose} />
      )}
    />
  )
}

function Rows({ rows, onOpen }: { rows: Allotment[]; onOpen?: (row: Allotment) => void }) {
  const t = useTranslations('channels')
  const cell = useCell()
  const columns = [
    { id: 'experience', name: t('experience'), isRowHeader: true },
    { id: 'days', name: t('days') },
    { id: 'guaranteed', name: t('guaranteed'), align: 'end' as const },
    { id: 'kept', name: t('keptNow'), align: 'end' as const },
    { id: 'most', name: t('most'), align: 'end' as const },
    { id: 'release', name: t('releaseHours'), align: 'end' as const },
  ]
  // Who may change nothing has nothing to press in a row, and a phone nothing to scroll by.
  const phone = (row: Allotment) => (
    <span className="flex flex-wrap justify-between gap-3">
      {cell(row, 'experience')} <span>{cell(row, 'days')}</span>
    </span>
  )
  const given = onOpen ? { onRow: onOpen } : { phone }
  return <SimpleTable label={t('tab_allotments')} columns={columns} rows={rows} cell={cell} {...given} />
}

function useCell() {
  const t = useTranslations('channels')
  const format = useFormat()
  return (row: Allotment, column: string) => {
    if (column === 'experience') return row.experience_name ?? t('allExperiences')
    if (column === 'guaranteed') return row.guaranteed
    if (column === 'kept') return row.kept_now
    if (column === 'most') return row.most ?? '–'
    if (column === 'release') return row.release_minutes > 0 ? format.number(row.release_minutes / 60) : '–'
    const days = [row.date_from, row.date_to].map((day) => (day ? format.day(day, 'short') : '…'))
    return row.date_from || row.date_to ? days.join(' – ') : t('always')
  }
}
