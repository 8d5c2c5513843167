'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Drawer } from '@/components/ui/drawer'
import { ReorderList } from '@/components/ui/reorder-list'
import type { TableColumn, ViewState } from './model'

type Column = Omit<TableColumn<never>, 'cell'>
type Props = {
  columns: Column[]
  shown: Column[]
  onClose: () => void
  onChange: (columns: ViewState['columns']) => void
}

const kept = (columns: Column[]) => columns.map(({ key, width }) => (width === undefined ? { key } : { key, width }))

/** Which columns a list shows, and in which order. */
export function ColumnsDialog({ columns, shown, onClose, onChange }: Props) {
  const t = useTranslations('tables')
  // The box of a column moves to the other list when it is used; the focus has to go with it, or the
  // drawer no longer hears the keys.
  const [moved, setMoved] = useState<string | null>(null)
  const choose = (key: string, chosen: Column[]) => {
    setMoved(key)
    onChange(kept(chosen))
  }
  const chooseUsual = () => {
    setMoved(null)
    onChange(columns.filter((column) => !column.isExtra).map(({ key }) => ({ key })))
  }
  const hidden = columns.filter((column) => !shown.some((one) => one.key === column.key))
  const footer = <Button onPress={chooseUsual}>{t('usualColumns')}</Button>
  return (
    <Drawer title={t('columns')} isOpen onClose={onClose} footer={footer}>
      <p className="mb-3 text-sm text-faint">{t('columnsHint')}</p>
      <ReorderList
        label={t('columns')}
        items={shown.map(({ key, label }) => ({ id: key, name: label }))}
        onReorder={(keys) => onChange(kept(keys.flatMap((key) => shown.find((one) => one.key === key) ?? [])))}
        row={({ id, name }) => (
          <Checkbox
            isSelected
            isDisabled={shown.length === 1}
            autoFocus={id === moved}
            onChange={() =>
              choose(
                String(id),
                shown.filter((one) => one.key !== id),
              )
            }
          >
            {name}
          </Checkbox>
        )}
      />
      <HiddenColumns columns={hidden} moved={moved} onShow={(column) => choose(column.key, [...shown, column])} />
    </Drawer>
  )
}

type HiddenProps = { columns: Column[]; moved: string | null; onShow: (column: Column) => void }

function HiddenColumns({ columns, moved, onShow }: HiddenProps) {
  const t = useTranslations('tables')
  if (columns.length === 0) return null
  return (
    <>
      <h3 className="mt-5 mb-1 text-sm font-medium text-soft">{t('hiddenColumns')}</h3>
      {columns.map((column) => (
        <Checkbox key={column.key} isSelected={false} autoFocus={column.key === moved} onChange={() => onShow(column)}>
          {column.label}
        </Checkbox>
      ))}
    </>
  )
}
