'use client'
import { useQuery } from '@tanstack/react-query'
import { Compass, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProductMapping } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { mappingsQuery } from '../api'
import { known, mappingStates, tones } from '../model'
import type { TabProps } from './types'

const MappingDialog = late(() => import('./mapping-dialog').then((file) => file.MappingDialog))

/** Which of our experiences is which of the channel's products. */
export default function ProductsTab({ connection }: TabProps) {
  const t = useTranslations('channels')
  const { data, error, refetch } = useQuery(mappingsQuery(connection.id))
  const [open, setOpen] = useState<ProductMapping | 'new' | null>(null)
  const mayMap = useCan('reseller.manage')
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  const add = mayMap && (
    <Button look="primary" onPress={() => setOpen('new')}>
      <Plus aria-hidden className="size-4" />
      {t('map')}
    </Button>
  )
  return (
    <>
      {data.length === 0 ? (
        <EmptyState
          icon={<Compass aria-hidden className="size-6" />}
          title={t('noProductsTitle')}
          text={t('noProductsText')}
        >
          {add}
        </EmptyState>
      ) : (
        <Card title={t('tab_products')} actions={add}>
          <Rows rows={data} onOpen={mayMap ? setOpen : undefined} />
        </Card>
      )}
      {open && (
        <MappingDialog
          connectionId={connection.id}
          mapping={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
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
    if (column === 'experience') return row.title ? `${row.experience_name} · ${row.title}` : row.experience_name
    if (column === 'product')
      return <code className="block min-w-48 text-xs break-all">{`${row.product_ref} ${row.option_ref}`}</code>
    if (column === 'units') return row.units.map((unit) => `${unit.name}: ${unit.unit_ref}`).join(', ') || '–'
    return (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={tones[row.state] ?? 'neutral'}>{t(`mapping_${known(mappingStates, row.state)}`)}</Badge>
        {row.problems.length > 0 && <Badge tone="warn">{t('problems', { count: row.problems.length })}</Badge>}
      </span>
    )
  }
}
