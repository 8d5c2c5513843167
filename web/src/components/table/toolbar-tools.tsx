'use client'
import { ArrowUpDown, Columns3, Download, Rows3, Rows4 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { Tooltip } from '@/components/ui/tooltip'
import type { Labels } from './filter-words'
import type { ColumnFacts, ViewState } from './model'

export type ToolsProps = {
  columns: ColumnFacts[]
  labels: Labels
  sort: string
  isPhone: boolean
  isDense: boolean
  onDense: () => void
  onChange: (changes: Partial<ViewState>) => void
  onColumns: () => void
  onExport?: () => void
}

/** The small buttons at the end of a list's toolbar. */
export function Tools({ isPhone, isDense, onDense, onColumns, onExport, ...rest }: ToolsProps) {
  const t = useTranslations('tables')
  return (
    <div className="ms-auto flex items-center">
      {isPhone ? (
        <SortMenu {...rest} />
      ) : (
        <>
          <Tool text={isDense ? t('comfortable') : t('dense')} onPress={onDense}>
            {isDense ? <Rows3 aria-hidden className="size-5" /> : <Rows4 aria-hidden className="size-5" />}
          </Tool>
          <Tool text={t('columns')} onPress={onColumns}>
            <Columns3 aria-hidden className="size-5" />
          </Tool>
        </>
      )}
      {onExport && (
        <Tool text={t('export')} onPress={onExport}>
          <Download aria-hidden className="size-5" />
        </Tool>
      )}
    </div>
  )
}

/** Where there are no headings to press. */
function SortMenu({ columns, labels, sort, onChange }: Pick<ToolsProps, 'columns' | 'labels' | 'sort' | 'onChange'>) {
  const t = useTranslations('tables')
  const entry = (id: string, label: string): MenuEntry => ({
    id,
    label,
    isChosen: sort === id,
    onAction: () => onChange({ sort: id }),
  })
  const entries = columns
    .filter((column) => column.is_sortable)
    .map(({ key }) => ({ key, name: labels.column(key) }))
    .flatMap(({ key, name }) => [entry(key, t('sortedUp', { name })), entry(`-${key}`, t('sortedDown', { name }))])
  if (!entries.length) return null
  return (
    <Menu label={t('sort')} entries={entries}>
      <IconButton label={t('sort')}>
        <ArrowUpDown aria-hidden className="size-5" />
      </IconButton>
    </Menu>
  )
}

function Tool({ text, onPress, children }: { text: string; onPress: () => void; children: ReactNode }) {
  return (
    <Tooltip text={text}>
      <IconButton label={text} onPress={onPress}>
        {children}
      </IconButton>
    </Tooltip>
  )
}
