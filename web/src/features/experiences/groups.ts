import type { Category, ExperienceRow } from '@/api/models'

export const statusFilters = ['all', 'live', 'draft', 'hidden', 'archived'] as const
export type StatusFilter = (typeof statusFilters)[number]

type Row = Pick<ExperienceRow, 'id' | 'name' | 'status' | 'category_ids'>

/** Whether a row is shown under a status; "all" is all that is not archived. */
const isUnder = ({ status }: Row, filter: StatusFilter) =>
  filter === 'all' ? status.slug !== 'archived' : status.slug === filter

/** How many rows there are under each status; those nobody has are left out, but for "all". */
export const countsOf = (rows: readonly Row[]) =>
  statusFilters
    .map((id) => ({ id, count: rows.filter((row) => isUnder(row, id)).length }))
    .filter(({ id, count }) => id === 'all' || count > 0)

/** The rows under a status whose name holds what was typed. */
export function rowsWith<T extends Row>(rows: readonly T[], filter: StatusFilter, text: string): T[] {
  const wanted = text.trim().toLocaleLowerCase()
  return rows.filter((row) => isUnder(row, filter) && row.name.toLocaleLowerCase().includes(wanted))
}

/** Rows by category in the categories' order; a row of two categories stands in both, others without one last. */
export function byCategory<T extends Row>(rows: readonly T[], categories: readonly Pick<Category, 'id' | 'name'>[]) {
  const known = new Set(categories.map(({ id }) => id))
  const groups = categories.map(({ id, name }) => ({
    id,
    name: name as string | null,
    rows: rows.filter((row) => row.category_ids.includes(id)),
  }))
  const others = rows.filter((row) => !row.category_ids.some((id) => known.has(id)))
  return [...groups, { id: 0, name: null, rows: others }].filter((group) => group.rows.length > 0)
}

/** All ids in their order, with some of them put into another one: they share the places they had. */
export function reorderWithin(all: readonly number[], some: readonly number[]): number[] {
  const left = [...some]
  return all.map((id) => (some.includes(id) ? (left.shift() ?? id) : id))
}
