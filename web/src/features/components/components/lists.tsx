'use client'
import { Pencil, Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { KeyValues } from '@/components/ui/key-values'
import { Card } from '@/components/ui/page-header'
import { ReorderList } from '@/components/ui/reorder-list'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { Live, Specimen, State } from './specimen'

export function ListSpecimens() {
  return (
    <>
      <Tables />
      <Orders />
      <Facts />
    </>
  )
}

function useRows() {
  const t = useTranslations('components')
  return [t('sampleOne'), t('sampleTwo'), t('sampleThree')].map((name, index) => ({
    id: `${index}`,
    name,
    amount: (index + 1) * 4900,
  }))
}

function Tables() {
  const t = useTranslations('components')
  const format = useFormat()
  const rows = useRows()
  const columns = [
    { id: 'name', name: t('sampleLabel'), isRowHeader: true },
    { id: 'amount', name: t('sampleAmount'), align: 'end' as const, width: 'w-40' },
    { id: 'actions', name: t('sampleAction'), isNameHidden: true, align: 'end' as const, width: 'w-16' },
  ]
  const cell = (row: (typeof rows)[number], column: string) =>
    column === 'name' ? (
      row.name
    ) : column === 'amount' ? (
      format.money(row.amount, 'EUR')
    ) : (
      <IconButton label={t('sampleAction')} onPress={() => toast(t('sampleMessage'))}>
        <Pencil aria-hidden className="size-4" />
      </IconButton>
    )
  const empty = <EmptyState icon={<Users className="size-6" />} title={t('none')} text={t('sampleText')} />
  const shared = { label: t('sampleLabel'), columns, cell, onRow: () => toast(t('sampleMessage')), empty }
  return (
    <Specimen name="SimpleTable" file="ui/simple-table.tsx" isWide>
      <State is="default">
        <SimpleTable {...shared} rows={rows} />
      </State>
      <State is="empty">
        <SimpleTable {...shared} rows={[]} />
      </State>
      <State is="loading">
        <div className="flex flex-col gap-3">
          {rows.map((row) => (
            <Skeleton key={row.id} className="h-8" />
          ))}
        </div>
      </State>
    </Specimen>
  )
}

function Orders() {
  const t = useTranslations('components')
  const start = useRows()
  return (
    <Specimen name="ReorderList" file="ui/reorder-list.tsx">
      <State is="default">
        <Live start={start}>
          {(items, set) => (
            <ReorderList
              label={t('sampleLabel')}
              items={items}
              onReorder={(ids) => set(ids.flatMap((id) => items.find((item) => item.id === id) ?? []))}
              row={(item) => item.name}
            />
          )}
        </Live>
      </State>
      <State is="disabled">
        <ReorderList
          label={t('sampleLabel')}
          items={start}
          onReorder={() => undefined}
          row={(item) => item.name}
          isDisabled
        />
      </State>
    </Specimen>
  )
}

function Facts() {
  const t = useTranslations('components')
  return (
    <>
      <Specimen name="KeyValues" file="ui/key-values.tsx" isWide>
        <KeyValues
          rows={[
            [t('sampleOne'), t('sampleText')],
            [t('sampleTwo'), null],
            [t('sampleThree'), <Button key="b">{t('sampleAction')}</Button>],
          ]}
        />
      </Specimen>
      <Specimen name="Card" file="ui/page-header.tsx" isWide>
        <Card title={t('sampleLabel')} actions={<Button size="sm">{t('sampleAction')}</Button>}>
          {t('sampleText')}
        </Card>
      </Specimen>
    </>
  )
}
