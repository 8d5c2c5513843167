'use client'
import { SearchX } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Grid } from '@/components/table/grid'
import { nothing, shownColumns, type TableColumn, type ViewState } from '@/components/table/model'
import { useDensity } from '@/components/table/use-density'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/states'
import { usePhone } from '@/lib/use-phone'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import type { ReportColumn, ReportRow } from '../adapter'
import type { ReportFacts } from '../registry'
import { useCellText, type CellText } from '../use-cell-text'
import { useReportWords } from '../words'
import type { ContentProps } from './view-props'

const usualCount = 9

/** The rows of a report as far as they were scrolled to; each leads to its trip. */
export function RowsTable(props: ContentProps) {
  const { facts, state, change, listed, query } = props
  const words = useReportWords()
  const isPhone = usePhone()
  const [isDense] = useDensity()
  const columns = useColumns(query.data?.pages[0]?.columns ?? [], facts)
  const shown = useMemo(
    () =>
      shownColumns(
        columns,
        state.columns.map((key) => ({ key })),
      ),
    [columns, state.columns],
  )
  const rows = useGridRows(query)
  const rowHref = useRowHref()
  const phoneRow = useCallback((row: ReportRow) => <PhoneRow row={row} columns={shown} />, [shown])
  const onChange = ({ sort, columns: next }: Partial<ViewState>) =>
    change({ ...(sort !== undefined && { sort }), ...(next && { columns: next.map(({ key }) => key) }) })
  if (rows.meta && rows.items.length === 0) return <Nothing {...props} />
  return (
    <>
      <Grid
        {...{ rows, rowHref }}
        label={words.name(state.report)}
        columns={shown}
        facts={listed}
        rowHeight={isPhone ? 72 : isDense ? 36 : 46}
        sort={state.sort}
        rowName={(row) => row.trip?.confirmation_code ?? String(row.id)}
        phone={isPhone ? phoneRow : undefined}
        groupLabel={String}
        selection={nothing}
        onChange={onChange}
        onFilter={props.onFilter}
      />
      <Count meta={rows.meta} hasTrips={rows.rows.some(({ trip }) => trip !== null)} />
    </>
  )
}

function Nothing({ state, change }: ContentProps) {
  const t = useTranslations('reports')
  return (
    <EmptyState icon={<SearchX aria-hidden className="size-7" />} title={t('nothing')} text={t('nothingText')}>
      {state.filters.length > 0 && <Button onPress={() => change({ filters: [] })}>{t('withoutFilters')}</Button>}
    </EmptyState>
  )
}

type CountProps = { meta: ReturnType<typeof useGridRows>['meta']; hasTrips: boolean }

function Count({ meta, hasTrips }: CountProps) {
  const t = useTranslations('tables')
  const reports = useTranslations('reports')
  const format = useFormat()
  if (!meta) return null
  const shown = format.number(meta.total)
  return (
    <p role="status" className="text-sm text-faint tabular-nums">
      {meta.is_total_exact ? t('total', { count: meta.total, shown }) : t('about', { shown })}
      {hasTrips && ` · ${reports('eachRow')}`}
    </p>
  )
}

/** The way of a row: its trip, where it has one. */
function useRowHref() {
  const locale = useLocale()
  return useCallback((row: ReportRow) => (row.trip ? href('trip', { trip: row.trip.hash }, locale) : ''), [locale])
}

/** Pages of the report as the grid reads them. */
function useGridRows(query: ContentProps['query']) {
  const pages = query.data?.pages
  const rows = useMemo(() => (pages ?? []).flatMap((page) => page.rows), [pages])
  const items = useMemo(() => rows.map((row) => ({ row })), [rows])
  const meta = pages?.[0]?.meta
  return {
    items,
    rows,
    meta: meta && { ...meta, groups: null },
    error: query.error,
    isLoading: query.isPending,
    isStale: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isMoreFailed: query.isFetchNextPageError,
    fetchMore: () => void (query.isFetching || query.fetchNextPage()),
    retry: () => void query.refetch(),
    toggleGroup: () => {},
  }
}

const widths: Record<string, number> = { instant: 176, date: 140, money: 116, number: 96, bool: 84, choice: 124 }

/** The columns an answer has; those that come first unless others were chosen. */
function useColumns(columns: ReportColumn[], facts: ReportFacts): TableColumn<ReportRow>[] {
  const words = useReportWords()
  const text = useCellText()
  return useMemo(() => {
    const first = facts.first.length > 0 ? facts.first : columns.slice(0, usualCount).map(({ key }) => key)
    const inOrder = [...columns].sort((one, other) => place(first, one.key) - place(first, other.key))
    return inOrder.map((column) => ({
      key: column.key,
      label: words.column(column.key, column.label),
      hint: words.hint(column.key),
      width: widths[column.type] ?? 160,
      ...((column.type === 'money' || column.type === 'number') && { align: 'end' as const }),
      isExtra: !first.includes(column.key),
      cell: (row) => cellOf(row, column, text),
    }))
  }, [columns, facts, words, text])
}

const place = (first: string[], key: string) => (first.includes(key) ? first.indexOf(key) : first.length)

function cellOf(row: ReportRow, column: ReportColumn, text: CellText) {
  const currency = row.cells.currency
  const shown = text(column.key, column.type, row.cells[column.key], typeof currency === 'string' ? currency : null)
  return shown === '–' ? <span className="text-faint">–</span> : shown
}

/** A row on a narrow screen: what names it and the first amount, below it the rest. */
function PhoneRow({ row, columns }: { row: ReportRow; columns: TableColumn<ReportRow>[] }) {
  const [first, ...others] = columns
  const amount = others.find(({ align }) => align)
  const rest = others.filter((one) => one !== amount).slice(0, 2)
  return (
    <span className="block">
      <span className="flex justify-between gap-3 font-medium">
        <bdi className="truncate">{first?.cell(row)}</bdi>
        <span className="shrink-0 tabular-nums">{amount?.cell(row)}</span>
      </span>
      <span className="flex gap-3 truncate text-sm text-soft">
        {rest.map((column) => (
          <bdi key={column.key} className="truncate">
            {column.cell(row)}
          </bdi>
        ))}
      </span>
    </span>
  )
}
