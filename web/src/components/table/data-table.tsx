'use client'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import { tableQuery, type FetchPage } from './api'
import { BulkBar, type BulkAction } from './bulk-bar'
import { FilterBar, type FilterBarHandle } from './filter-bar'
import { useFilterWords, type OptionName } from './filter-words'
import { Grid } from './grid'
import {
  nothing,
  shownColumns,
  type BulkTarget,
  type Question,
  type Selection,
  type SystemView,
  type TableColumn,
} from './model'
import { Toolbar } from './toolbar'
import { usePhone } from '@/lib/use-phone'
import { factsByKey, useRows, type Group } from './use-rows'
import { useDensity } from './use-density'
import { useTableState } from './use-table-state'
import { ViewsMenu } from './views-menu'

export type DataTableProps<T extends { id: number }> = {
  /** The server's name of the list: "trips". */
  table: string
  label: string
  /** Declared outside the component or memoised. */
  columns: TableColumn<T>[]
  /** The first one is what the list opens with. */
  systemViews: SystemView[]
  fetchPage: FetchPage<T>
  /** Names columns that are only filtered by, and built-in options by their slug. */
  columnName?: (key: string) => string | undefined
  optionName?: OptionName
  searchLabel: string
  rowName: (row: T) => string
  rowHref?: (row: T) => string
  onRowHover?: (row: T) => void
  /** Two lines that say the most, for narrow screens. */
  phoneRow?: (row: T) => ReactNode
  /** What can be done with chosen rows; without it none can be chosen. */
  bulkActions?: (target: BulkTarget, clear: () => void) => BulkAction[]
  isExported?: boolean
  /** Shown when there is nothing at all, not even without filters. */
  empty: ReactNode
}

const ColumnsDialog = late(() => import('./columns-dialog').then((file) => file.ColumnsDialog))
const ExportDialog = late(() => import('./export-dialog').then((file) => file.ExportDialog))
const plainOption: OptionName = (_column, option) => option.name

/** A list of any length: paged by the server, drawn as far as it is in sight, its state in the address. */
export function DataTable<T extends { id: number }>(props: DataTableProps<T>) {
  const { table, columns, systemViews, fetchPage, bulkActions } = props
  const of = useTableState(table, columns, systemViews)
  const { state, search } = of
  const { filters, groupBy } = state
  const described = useQuery(tableQuery(table)).data
  const facts = useMemo(() => factsByKey(described?.columns), [described])
  const labels = useLabels(props)
  const question = useMemo<Question>(() => ({ search, ...asked(state) }), [search, state])
  const rows = useRows(table, question, fetchPage, of.isReady)
  const [selection, select] = useSelection(question)
  // A row looks chosen at once; what can be done with the chosen ones may come a picture later.
  const chosen = useDeferredValue(selection)
  // The bar alone is drawn when a filter is begun: the rows below it are none the wiser.
  const bar = useRef<FilterBarHandle>(null)
  const add = useCallback((key: string) => bar.current?.add(key), [])
  const shown = useMemo(() => shownColumns(columns, state.columns), [columns, state.columns])
  const shared = { of, facts, labels, shown, onFilter: add }
  return (
    <div className="flex flex-col gap-3">
      <Top {...props} {...shared} {...{ described, question }} total={rows.meta?.total} />
      <FilterBar ref={bar} {...{ facts, labels, filters, groupBy }} onChange={of.change} />
      <Body {...props} {...shared} {...{ rows, selection }} onSelect={bulkActions && select} />
      {bulkActions && (
        <BulkBar
          target={targetOf(chosen, question, rows.meta?.total ?? 0)}
          total={rows.meta?.total ?? 0}
          actions={(target) => bulkActions(target, () => select(nothing))}
          onAll={() => select({ all: true, ids: new Set() })}
          onClear={() => select(nothing)}
        />
      )}
    </div>
  )
}

/** The chosen rows; another question is another choice. */
function useSelection(question: Question) {
  const [chosen, setChosen] = useState<{ key: string; selection: Selection }>({ key: '', selection: nothing })
  const key = JSON.stringify(question)
  const select = useCallback((selection: Selection) => setChosen({ key, selection }), [key])
  return [chosen.key === key ? chosen.selection : nothing, select] as const
}

const asked = ({ sort, filters, groupBy }: Question | Omit<Question, 'search'>) => ({ sort, filters, groupBy })

function useLabels<T extends { id: number }>({ columns, columnName, optionName = plainOption }: DataTableProps<T>) {
  return useMemo(
    () => ({
      column: (key: string) => columns.find((one) => one.key === key)?.label ?? columnName?.(key) ?? key,
      option: optionName,
    }),
    [columns, columnName, optionName],
  )
}

function targetOf(selection: Selection, { search, filters }: Question, total: number): BulkTarget | null {
  if (selection.all) return { search, filters, cnt: total }
  return selection.ids.size ? { ids: [...selection.ids], cnt: selection.ids.size } : null
}

type Shared<T extends { id: number }> = DataTableProps<T> & {
  facts: ReturnType<typeof factsByKey>
  of: ReturnType<typeof useTableState<T>>
  labels: ReturnType<typeof useLabels<T>>
  shown: TableColumn<T>[]
  onFilter: (key: string) => void
}
type TopProps<T extends { id: number }> = Shared<T> & {
  described: { columns: Parameters<typeof factsByKey>[0]; has_search: boolean } | undefined
  question: Question
  total: number | undefined
}

function TopInner<T extends { id: number }>(props: TopProps<T>) {
  const { table, searchLabel, isExported, of, described, labels, onFilter } = props
  const [open, setOpen] = useState<'columns' | 'export' | null>(null)
  const [isDense, toggleDense] = useDensity()
  // A column that has no name for people is not offered to them.
  const named = (described?.columns ?? []).filter((column) => labels.column(column.key) !== column.key)
  return (
    <>
      <Toolbar
        views={<ViewsMenu table={table} of={of} />}
        columns={named}
        {...{ labels, searchLabel, isDense, onFilter }}
        search={of.search}
        hasSearch={described?.has_search ?? true}
        sort={of.state.sort}
        isPhone={usePhone()}
        onDense={toggleDense}
        onChange={of.change}
        onColumns={() => setOpen('columns')}
        onExport={isExported ? () => setOpen('export') : undefined}
      />
      <TopDialogs {...props} open={open} onClose={() => setOpen(null)} />
    </>
  )
}

const Top = memo(TopInner) as typeof TopInner

function TopDialogs<T extends { id: number }>(
  props: TopProps<T> & { open: 'columns' | 'export' | null; onClose: () => void },
) {
  const { table, columns, of, described, labels, shown, question, total, open, onClose } = props
  if (open === 'columns') {
    return (
      <ColumnsDialog
        columns={columns}
        shown={shown}
        onClose={onClose}
        onChange={(next) => of.change({ columns: next })}
      />
    )
  }
  if (open === null) return null
  return (
    <ExportDialog
      {...{ table, question, total, onClose }}
      columns={shown}
      facts={described?.columns ?? []}
      optionName={labels.option}
    />
  )
}

type BodyProps<T extends { id: number }> = Shared<T> & {
  rows: ReturnType<typeof useRows<T>>
  selection: Selection
  onSelect?: (selection: Selection) => void
}

function Body<T extends { id: number }>(props: BodyProps<T>) {
  const { label, phoneRow, of, rows, facts, labels, shown, empty } = props
  const isPhone = usePhone()
  const [isDense] = useDensity()
  const words = useFilterWords(labels)
  const t = useTranslations('tables')
  const groupLabel = (value: Group['value'], name: string | null) => {
    const column = facts[of.state.groupBy]
    if (value === null || value === '') return t('empty')
    return column ? words.value(column, value) : (name ?? String(value))
  }
  if (rows.error && !rows.meta) return <ErrorState error={rows.error} onRetry={rows.retry} />
  if (rows.meta && rows.items.length === 0 && !rows.isStale) {
    return of.search || of.state.filters.length > 0 ? (
      <NothingFound onReset={() => of.change({ search: '', filters: [] })} />
    ) : (
      empty
    )
  }
  return (
    <>
      <Grid
        {...props}
        {...{ label, facts, rows, groupLabel }}
        columns={shown}
        rowHeight={isPhone && phoneRow ? 72 : isDense ? 36 : 46}
        phone={isPhone ? phoneRow : undefined}
        sort={of.state.sort}
        onChange={of.change}
      />
      <Total meta={rows.meta} />
    </>
  )
}

function Total({ meta }: { meta: ReturnType<typeof useRows>['meta'] }) {
  const t = useTranslations('tables')
  const format = useFormat()
  if (!meta) return null
  const count = format.number(meta.total)
  return (
    <p role="status" className="text-sm text-faint tabular-nums">
      {meta.is_total_exact ? t('total', { count: meta.total, shown: count }) : t('about', { shown: count })}
    </p>
  )
}

function NothingFound({ onReset }: { onReset: () => void }) {
  const t = useTranslations('tables')
  return (
    <EmptyState icon={<SearchX aria-hidden className="size-7" />} title={t('nothingTitle')} text={t('nothingText')}>
      <Button onPress={onReset}>{t('showAll')}</Button>
    </EmptyState>
  )
}
