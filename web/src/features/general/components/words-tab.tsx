'use client'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FormText, useField } from '@/components/form-fields'
import { Badge } from '@/components/ui/badge'
import { ColorField } from '@/components/ui/color-field'
import { saveRow } from '../api'
import { ListCard, ListLine } from './list-card'
import { RowDialog } from './row-dialog'

type Row = { id: number; name: string; color?: string; is_system?: boolean; used_cnt: number }
type Props = {
  list: 'sources' | 'statuses' | 'flags'
  items: Row[]
  icon: ReactNode
  nameOf?: (row: Row) => string
  after?: ReactNode
}
const fallback = '#64748b'

/** A list of words of the operator's own, with a colour where one is shown. */
export function WordsTab({ list, items, icon, nameOf = ({ name }) => name, after }: Props) {
  const t = useTranslations('general')
  const [open, setOpen] = useState<Row | 'new' | null>(null)
  return (
    <>
      <ListCard
        list={list}
        title={t(`tab_${list}`)}
        text={t(`${list}Text`)}
        icon={icon}
        items={items}
        addLabel={t(`add_${list}`)}
        onAdd={() => setOpen('new')}
        row={(item) => (
          <ListLine list={list} item={item} onEdit={() => setOpen(item)} isFixed={item.is_system}>
            <WordLine row={item} name={nameOf(item)} />
          </ListLine>
        )}
        after={after}
      />
      {open && <WordDialog list={list} row={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  )
}

function WordLine({ row, name }: { row: Row; name: string }) {
  const t = useTranslations('general')
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {row.color && <span aria-hidden className="size-3.5 rounded-full" style={{ background: row.color }} />}
      <span className="font-medium">{name}</span>
      {row.is_system && <Badge>{t('builtIn')}</Badge>}
      {row.used_cnt > 0 && <span className="text-sm text-faint">{t('usedTimes', { count: row.used_cnt })}</span>}
    </span>
  )
}

type DialogProps = { list: Props['list']; row?: Row; onClose: () => void }

function WordDialog({ list, row, onClose }: DialogProps) {
  const t = useTranslations('general')
  const values = { id: row?.id, name: row?.name ?? '', color: row?.color ?? fallback }
  return (
    <RowDialog
      title={row ? row.name : t(`add_${list}`)}
      values={values}
      shown={['name', 'color']}
      save={(typed: typeof values) => saveRow[list](typed)}
      onClose={onClose}
    >
      <FormText name="name" label={t('name')} autoFocus />
      {list !== 'sources' && <Color />}
    </RowDialog>
  )
}

function Color() {
  const t = useTranslations('general')
  const { value, onChange, error } = useField<string>('color')
  return <ColorField label={t('rowColor')} value={value} onChange={(color) => color && onChange(color)} error={error} />
}
