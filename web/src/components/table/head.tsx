'use client'
import { ArrowDown, ArrowUp, EllipsisVertical } from 'lucide-react'
import { memo, type PointerEvent } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { cx } from '@/components/ui/cx'
import { Menu } from '@/components/ui/menu'
import type { MenuEntry } from '@/components/ui/menu-types'
import { defaultWidth, nextSort, type ColumnFacts, type TableColumn, type ViewState } from './model'

type Change = (changes: Partial<ViewState>) => void

type HeadProps<T> = {
  columns: TableColumn<T>[]
  facts: Record<string, ColumnFacts | undefined>
  sort: string
  onChange: Change
  onFilter: (key: string) => void
  choice?: { all: boolean; some: boolean; onChange: (all: boolean) => void }
}

function HeadInner<T>({ columns, facts, sort, onChange, onFilter, choice }: HeadProps<T>) {
  const t = useTranslations('tables')
  return (
    <div role="row" aria-rowindex={1} className="table-row-grid table-head sticky top-0 z-20 h-10 bg-sunken text-sm">
      {choice && (
        <div role="columnheader" aria-label={t('choose')} className="flex items-center justify-center">
          <Checkbox
            aria-label={t('chooseAll')}
            isSelected={choice.all}
            isIndeterminate={choice.some && !choice.all}
            onChange={choice.onChange}
          >
            {null}
          </Checkbox>
        </div>
      )}
      {columns.map((column, index) => (
        <HeadCell
          key={column.key}
          column={column}
          columns={columns}
          isFirst={index === 0}
          facts={facts[column.key]}
          sort={sort}
          onChange={onChange}
          onFilter={onFilter}
        />
      ))}
    </div>
  )
}

/** The row of headings: sorts by a press, offers the rest in a menu, and is pulled wider at its edge. */
export const Head = memo(HeadInner) as typeof HeadInner

type CellProps<T> = Omit<HeadProps<T>, 'facts' | 'choice'> & {
  column: TableColumn<T>
  isFirst: boolean
  facts: ColumnFacts | undefined
}

function HeadCellInner<T>({ column, columns, isFirst, facts, sort, onChange, onFilter }: CellProps<T>) {
  const { key, label, align } = column
  const entries = useHeadEntries({ column, columns, facts, onChange, onFilter })
  const way = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
  return (
    <div
      role="columnheader"
      aria-sort={facts?.is_sortable ? way : undefined}
      className={cx(
        'group/head relative flex min-w-0 items-center px-3 font-medium text-soft',
        isFirst && 'table-first bg-sunken',
        align && 'justify-end',
      )}
    >
      {facts?.is_sortable ? (
        <SortButton label={label} way={way} onPress={() => onChange({ sort: nextSort(sort, key) })} />
      ) : (
        <span className="truncate py-2">{label}</span>
      )}
      <ColumnMenu label={label} entries={entries} />
      <Edge onWidth={(width) => onChange({ columns: withWidth(columns, key, width) })} />
    </div>
  )
}

const HeadCell = memo(HeadCellInner) as typeof HeadCellInner

type Way = 'ascending' | 'descending' | 'none'

function SortButton({ label, way, onPress }: { label: string; way: Way; onPress: () => void }) {
  const Arrow = way === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button type="button" onClick={onPress} className="flex min-w-0 items-center gap-1 rounded py-2 hover:text-ink">
      <span className="truncate">{label}</span>
      {way !== 'none' && <Arrow aria-hidden className="size-3.5 shrink-0" />}
    </button>
  )
}

function ColumnMenu({ label, entries }: { label: string; entries: MenuEntry[] }) {
  const t = useTranslations('tables')
  const name = t('columnMenu', { name: label })
  return (
    <span className="absolute end-1.5 rounded bg-sunken opacity-0 group-hover/head:opacity-100 focus-within:opacity-100">
      <Menu label={name} entries={entries}>
        <IconButton label={name} className="size-7 pointer-coarse:size-8">
          <EllipsisVertical aria-hidden className="size-4" />
        </IconButton>
      </Menu>
    </span>
  )
}

const bounds = (width: number) => Math.max(64, Math.min(800, Math.round(width)))

/** The columns as a view keeps them, one of them with another width. */
function withWidth<T>(columns: TableColumn<T>[], key: string, width: number): ViewState['columns'] {
  return columns.map((one) => ({
    key: one.key,
    ...(one.key === key ? { width: bounds(width) } : one.width && { width: one.width }),
  }))
}

function useHeadEntries<T>({
  column,
  columns,
  facts,
  onChange,
  onFilter,
}: Pick<CellProps<T>, 'column' | 'columns' | 'facts' | 'onChange' | 'onFilter'>): MenuEntry[] {
  const t = useTranslations('tables')
  const { key, width = defaultWidth } = column
  const wider = (by: number) => onChange({ columns: withWidth(columns, key, width + by) })
  const without = columns.filter((one) => one.key !== key).map((one) => ({ key: one.key, width: one.width }))
  return [
    ...(facts?.is_sortable
      ? [
          { id: 'up', label: t('sortUp'), onAction: () => onChange({ sort: key }) },
          { id: 'down', label: t('sortDown'), onAction: () => onChange({ sort: `-${key}` }) },
        ]
      : []),
    ...(facts?.is_filterable ? [{ id: 'filter', label: t('filterBy'), onAction: () => onFilter(key) }] : []),
    ...(facts?.is_groupable ? [{ id: 'group', label: t('groupBy'), onAction: () => onChange({ groupBy: key }) }] : []),
    { id: 'wider', label: t('wider'), isAfterLine: true, onAction: () => wider(48) },
    { id: 'narrower', label: t('narrower'), onAction: () => wider(-48) },
    ...(columns.length > 1 ? [{ id: 'hide', label: t('hide'), onAction: () => onChange({ columns: without }) }] : []),
  ]
}

/** The edge of a column that a mouse pulls; the menu's "wider" and "narrower" do the same by key. */
function Edge({ onWidth }: { onWidth: (width: number) => void }) {
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    const edge = event.currentTarget
    const began = { x: event.clientX, width: edge.parentElement?.offsetWidth ?? defaultWidth }
    edge.setPointerCapture(event.pointerId)
    edge.onpointerup = (end) => {
      edge.onpointerup = null
      if (Math.abs(end.clientX - began.x) > 3) onWidth(began.width + end.clientX - began.x)
    }
  }
  return (
    <span
      aria-hidden
      onPointerDown={onPointerDown}
      className="absolute inset-y-2 end-0 w-1 cursor-col-resize touch-none rounded bg-line-strong opacity-0 group-hover/head:opacity-100 active:bg-accent"
    />
  )
}
