import type { Condition } from '@/components/table/model'
import type { ReportFacts } from './registry'

export type Cell = string | number | boolean | null
export type RowTrip = { id: number; hash: string; confirmation_code: string }
export type ReportRow = { id: number; trip: RowTrip | null; cells: Record<string, Cell> }
export type Sums = Record<string, number | null>
export type GroupPart = { key: string; value: Cell; label: string | null }
export type ReportGroup = {
  by: GroupPart[]
  currency: string
  sums: Sums
  before: Sums | null
  /** What leads to its rows; null when nothing does. */
  filters: Condition[] | null
}
export type ReportColumn = { key: string; label: string; type: string }
export type Answer = {
  columns: ReportColumn[]
  rows: ReportRow[]
  groups: ReportGroup[]
  totals: Record<string, Sums>
  comparison: { from: string; to: string; totals: Record<string, Sums> } | null
  meta: { next_cursor: string | null; total: number; is_total_exact: boolean; export_id: number | null }
}

type Plain = Record<string, unknown>
type RawGroup = Omit<ReportGroup, 'filters'> & { filters: Condition[] }
/** What the routes answer: rows are cells, or objects of their own shape. */
export type RawAnswer = Omit<Answer, 'rows' | 'groups'> & { data: Plain[]; groups: RawGroup[] }

/** The answer of any report in one shape. */
export function toAnswer(facts: ReportFacts, { data, groups, ...own }: RawAnswer): Answer {
  const rows =
    facts.shape === 'cells' ? (data as ReportRow[]) : data.map((row, index) => rowOf(row, index, own.columns))
  return { ...own, rows, groups: groups.map((one) => leading(facts, one)) }
}

/** A group leads to its rows when each thing it is by is a column that can be filtered. */
function leading(facts: ReportFacts, group: RawGroup): ReportGroup {
  const isWhole = group.by.every(({ key }) => facts.groups.find((one) => one.key === key)?.column)
  return { ...group, filters: isWhole ? group.filters : null }
}

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object of an answer as one word: what people call the thing. */
function plain(value: unknown): Cell {
  if (Array.isArray(value)) return value.map(plain).join(', ')
  if (isObject(value)) return plain(value.name ?? value.number ?? value.confirmation_code ?? value.slug ?? null)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function rowOf(row: Plain, index: number, columns: ReportColumn[]): ReportRow {
  const { trip } = row
  const known = isObject(trip) && typeof trip.hash === 'string' ? (trip as RowTrip) : null
  const cells = columns.map(({ key }) => [key, plain(row[key] ?? row[`is_${key}`])])
  return { id: typeof row.id === 'number' ? row.id : index, trip: known, cells: Object.fromEntries(cells) }
}
