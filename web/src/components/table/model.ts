import type { ReactNode } from 'react'

export type Scalar = string | number | boolean | null
export type Condition = { field: string; op: string; value: Scalar | Scalar[] }

/** What a list shows: the part of its state that a saved view keeps. */
export type ViewState = {
  columns: { key: string; width?: number }[]
  filters: Condition[]
  sort: string
  groupBy: string
}

/** A view that comes with the product: `columns` only when they differ from the usual ones. */
export type SystemView = { id: string; title: string } & Partial<ViewState>

export type TableColumn<T> = {
  /** The key the server's list has for it, where it has one. */
  key: string
  label: string
  cell: (row: T) => ReactNode
  /** Pixels; what is left over is shared out in proportion. */
  width?: number
  align?: 'end'
  /** Shown only when somebody asks for it. */
  isExtra?: boolean
}

export type Kind = 'text' | 'number' | 'money' | 'date' | 'instant' | 'bool' | 'choice' | 'lookup'
export type TableOption = { id: number | string; name: string; slug: string | null }

/** What the server says about a column. */
export type ColumnFacts = {
  key: string
  kind: Kind
  is_sortable: boolean
  is_filterable: boolean
  is_groupable: boolean
  is_nullable: boolean
  options: TableOption[] | null
}

export type Question = { search: string; sort: string; filters: Condition[]; groupBy: string }

/** What a bulk action works on: these rows, or whatever matches. */
export type BulkTarget = { ids: number[]; cnt: number } | { search: string; filters: Condition[]; cnt: number }

export const defaultWidth = 160

/** The rows chosen so far; `all` means everything that matches, seen or not. */
export type Selection = { all: boolean; ids: ReadonlySet<number> }
export const nothing: Selection = { all: false, ids: new Set() }

export function toggled(selection: Selection, id: number): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { all: false, ids }
}

/** Everything between two rows, added to what was chosen. */
export function withRange(selection: Selection, rows: readonly number[], from: number, to: number): Selection {
  const [low, high] = from < to ? [from, to] : [to, from]
  return { all: false, ids: new Set([...selection.ids, ...rows.slice(low, high + 1)]) }
}

/** The sort after a press on a column's head: up, then down, then up again. */
export function nextSort(sort: string, key: string): string {
  return sort === key ? `-${key}` : key
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether a list shows something else than the view it was opened with. */
export function differs(state: ViewState, view: ViewState): boolean {
  const plain = ({ columns, filters, sort, groupBy }: ViewState) => [
    columns.map(({ key, width }) => [key, width ?? null]),
    filters.map(({ field, op, value }) => [field, op, value ?? null]),
    sort,
    groupBy,
  ]
  return !same(plain(state), plain(view))
}

/** What a heading takes in pixels, near enough: letters, those of East Asia twice as wide, and the room around them. */
const headingWidth = (label: string): number =>
  [...label].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 15 : 8), 34)

/** A column as wide as it says, and wide enough for its heading in the reader's language. */
function withHeading<T>(column: TableColumn<T>): TableColumn<T> {
  return column.width ? { ...column, width: Math.max(column.width, headingWidth(column.label)) } : column
}

/** Columns in the order wanted; unknown ones are left out, and never none at all. A width that was chosen is kept. */
export function shownColumns<T>(columns: TableColumn<T>[], wanted: ViewState['columns']): TableColumn<T>[] {
  const found = wanted.flatMap(({ key, width }) => {
    const column = columns.find((one) => one.key === key)
    return column ? [width ? { ...column, width } : withHeading(column)] : []
  })
  return found.length ? found : columns.filter((column) => !column.isExtra).map(withHeading)
}

/** `minmax(a, fr) …`: every column at least as wide as it says, the rest shared out. */
export function gridTemplate(widths: number[], hasChoice: boolean): string {
  const parts = widths.map((width) => `minmax(${width}px, ${width}fr)`)
  return [...(hasChoice ? ['44px'] : []), ...parts].join(' ')
}
