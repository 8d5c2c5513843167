'use client'
import { useQuery } from '@tanstack/react-query'
import { Compass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ProductMapping } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { SimpleTable } from '@/components/ui/simple-table'
import { isolate } from '@/lib/isolate'
import { late } from '@/lib/late'
import { mappingsQuery } from '../api'
import { known, mappingStates, tones } from '../model'
import { RowsTab } from './rows-tab'
import type { TabProps } from './types'

const MappingDialog = late(() => import('./mapping-dialog').then((file) => file.MappingDialog))

/** Which of our experiences is which of the channel's products. */
export default function ProductsTab({ connection }: TabProps) {
  const t = useTranslations('channels')
  const query = useQuery(mappingsQuery(connection.id))
  return (
    <RowsTab
      title={t('tab_products')}
      query={query}
      addLabel={t('map')}
      empty={{
        icon: <Compass aria-hidden className="size-6" />,
        title: t('noProductsTitle'),
        text: t('noProductsText'),
      }}
      rows={(rows, onOpen) => <Rows rows={rows} onOpen={onOpen} />}
      dialog={(mapping, onClose) => <MappingDialog connection={connection} mapping={mapping} onClose={onClose} />}
    />
  )
}

function Rows({ rows, onOpen }: { rows: ProductMapping[]; onOpen?: (row: ProductMapping) => void }) {
  const t = useTranslations('channels')
  const cell = useCell()
  const columns = [
    { id: 'experience', name: t('experience'), isRowHeader: true },
    { id: 'product', name: t('theirProduct') },
    { id: 'units', name: t('tickets') },
    { id: 'state', name: t('state') },
  ]
  // Who may change nothing has nothing to press in a row, and a phone nothing to scroll by.
  const phone = (row: ProductMapping) => (
    <span className="flex flex-wrap justify-between gap-3">
      {cell(row, 'experience')} <span>{cell(row, 'state')}</span>
    </span>
  )
  const given = onOpen ? { onRow: onOpen } : { phone }
  return <SimpleTable label={t('tab_products')} columns={columns} rows={rows} cell={cell} {...given} />
}

function useCell() {
  const t = useTranslations('channels')
  return (row: ProductMapping, column: string) => {
    if (column === 'experience')
      return row.title ? `${isolate(row.experience_name)} · ${isolate(row.title)}` : row.experience_name
    if (column === 'product')
      return <code className="block min-w-48 text-xs break-all">{`${row.product_ref} ${row.option_ref}`}</code>
    if (column === 'units') return row.units.map((unit) => `${isolate(unit.name)}: ${unit.unit_ref}`).join(', ') || '–'
    return (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={tones[row.state] ?? 'neutral'}>{t(`mapping_${known(mappingStates, row.state)}`)}</Badge>
        {row.problems.length > 0 && <Badge tone="warn">{t('problems', { count: row.problems.length })}</Badge>}
      </span>
    )
  }
}
