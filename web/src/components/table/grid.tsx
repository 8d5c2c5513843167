'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Head } from './head'
import {
  defaultWidth,
  gridTemplate,
  nothing,
  type ColumnFacts,
  type Selection,
  type TableColumn,
  type ViewState,
} from './model'
import { GroupRow, Row, SkeletonRows } from './rows'
import { useGridKeys } from './use-grid-keys'
import type { Group, useRows } from './use-rows'
import { useSpan, type Span } from './use-window'

export type GridProps<T extends { id: number }> = {
  label: string
  columns: TableColumn<T>[]
  facts: Record<string, ColumnFacts | undefined>
  rows: ReturnType<typeof useRows<T>>
  rowHeight: number
  sort: string
  rowName: (row: T) => string
  rowHref?: (row: T) => string
  onRowHover?: (row: T) => void
  phone?: (row: T) => ReactNode
  groupLabel: (value: Group['value'], label: string | null) => string
  selection: Selection
  onSelect?: (selection: Selection) => void
  onChange: (changes: Partial<ViewState>) => void
  onFilter: (key: string) => void
}

/** The rows themselves: one box that scrolls, in it only those rows that are in sight. */
export function Grid<T extends { id: number }>(props: GridProps<T>) {
  const { label, columns, facts, rows, rowHeight, sort, phone, selection, onSelect, onChange, onFilter } = props
  const { items, meta } = rows
  const box = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const span = useSpan(box, rowHeight, items.length)
  useMore(rows, span.end)
  const ids = items.map((item) => ('row' in item ? item.row.id : null))
  const onOpen = useOpenItem(props)
  const choice = useChoice(props)
  const keys = useGridKeys({ box, ids, rowHeight, selection, onSelect, onOpen })
  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={meta?.is_total_exact ? meta.total + 1 : -1}
      aria-colcount={columns.length + (onSelect ? 1 : 0)}
      aria-multiselectable={!!onSelect}
      aria-activedescendant={items.length > 0 ? `${prefix}-${keys.active}` : undefined}
      aria-busy={rows.isLoading || rows.isStale}
      onKeyDown={keys.onKeyDown}
      onClick={keys.onClick}
      style={styleOf(props)}
      className={cx('table-box', rows.isStale && 'opacity-60')}
    >
      {!phone && <Head {...{ columns, facts, sort, onChange, onFilter, choice }} />}
      {rows.isLoading && (
        <SkeletonRows count={12} columns={phone ? 1 : columns.length} hasChoice={!!onSelect} isPhone={!!phone} />
      )}
      <Spacer height={span.start * rowHeight} />
      <Items {...props} {...{ prefix, span }} active={keys.active} />
      <Spacer height={(items.length - span.end) * rowHeight} />
      <Foot isMore={rows.hasMore} isFailed={rows.isMoreFailed} onRetry={rows.fetchMore} />
    </div>
  )
}

function styleOf<T extends { id: number }>({ columns, rowHeight, onSelect }: GridProps<T>) {
  const widths = columns.map((column) => column.width ?? defaultWidth)
  return {
    '--table-columns': gridTemplate(widths, !!onSelect),
    '--table-width': `${widths.reduce((sum, width) => sum + width, onSelect ? 44 : 0)}px`,
    '--table-row': `${rowHeight}px`,
  } as CSSProperties
}

function useChoice<T extends { id: number }>({ selection, onSelect }: GridProps<T>) {
  const { all } = selection
  const some = selection.ids.size > 0
  return useMemo(() => {
    if (!onSelect) return undefined
    const onChange = (isAll: boolean) => onSelect(isAll ? { all: true, ids: new Set() } : nothing)
    return { all, some, onChange }
  }, [all, some, onSelect])
}

function useOpenItem<T extends { id: number }>({ rows, rowHref }: GridProps<T>) {
  const router = useRouter()
  return (index: number) => {
    const item = rows.items[index]
    if (!item) return
    if ('group' in item) return rows.toggleGroup(item.group.value)
    // A row of some lists leads nowhere.
    const to = rowHref?.(item.row)
    if (to) router.push(to)
  }
}

/** Ask for the next page some rows before the last one is in sight. */
function useMore<T>({ items, hasMore, isMoreFailed, fetchMore }: ReturnType<typeof useRows<T>>, end: number) {
  const isNear = hasMore && !isMoreFailed && end > items.length - 60
  useEffect(() => {
    if (isNear) fetchMore()
    // `items` names the moment a page came in; `fetchMore` is new at every drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isNear, items.length])
}

type ItemsProps<T extends { id: number }> = GridProps<T> & { prefix: string; span: Span; active: number }

function Items<T extends { id: number }>(props: ItemsProps<T>) {
  const { prefix, span, active, rows, columns, selection, onSelect, rowName, rowHref, onRowHover, phone } = props
  return rows.items.slice(span.start, span.end).map((item, place) => {
    const index = span.start + place
    const own = { id: `${prefix}-${index}`, index, isActive: index === active }
    if ('group' in item) {
      const { group, isOpen } = item
      const label = props.groupLabel(group.value, group.label)
      return (
        <GroupRow
          key={`group-${String(group.value)}`}
          {...own}
          {...{ label, group, isOpen }}
          onToggle={rows.toggleGroup}
        />
      )
    }
    const { row } = item
    return (
      <Row
        key={row.id}
        {...own}
        {...{ row, columns, phone }}
        name={rowName(row)}
        href={rowHref?.(row)}
        isChosen={onSelect ? selection.all || selection.ids.has(row.id) : null}
        onHover={onRowHover}
      />
    )
  })
}

function Spacer({ height }: { height: number }) {
  return height > 0 ? <div role="presentation" style={{ height }} /> : null
}

function Foot({ isMore, isFailed, onRetry }: { isMore: boolean; isFailed: boolean; onRetry: () => void }) {
  const t = useTranslations('tables')
  if (!isMore) return null
  return (
    <div role="presentation" className="sticky start-0 p-3 text-center text-sm text-faint">
      {isFailed ? (
        <button type="button" onClick={onRetry} className="rounded px-3 py-2 text-accent underline">
          {t('moreFailed')}
        </button>
      ) : (
        t('moreComing')
      )}
    </div>
  )
}
