import type { Condition, ViewState } from './model'

/** What the address says of a list; what it does not say is the view's. */
export type Asked = { view: string | null; search: string } & Partial<ViewState>

function filtersOf(text: string | null): Condition[] | undefined {
  if (text === null) return undefined
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) ? (found as Condition[]) : undefined
  } catch {
    return undefined
  }
}

function columnsOf(text: string | null): ViewState['columns'] | undefined {
  return text?.split(',').map((part) => {
    const [key = '', width] = part.split('~')
    return Number(width) ? { key, width: Number(width) } : { key }
  })
}

/** Read a list's state from the query of its address; broken parts count as not there. */
export function readAddress(query: URLSearchParams): Asked {
  return {
    view: query.get('view'),
    search: query.get('q') ?? '',
    columns: columnsOf(query.get('columns')),
    filters: filtersOf(query.get('filters')),
    sort: query.get('sort') ?? undefined,
    groupBy: query.get('group') ?? undefined,
  }
}

/** The query of an address that shows this; other parameters of the page stay as they are. */
export function writeAddress(query: URLSearchParams, asked: Asked): string {
  const after = new URLSearchParams(query)
  const parts: Record<string, string | null | undefined> = {
    view: asked.view,
    q: asked.search || null,
    columns: asked.columns?.map(({ key, width }) => (width ? `${key}~${width}` : key)).join(','),
    filters: asked.filters && JSON.stringify(asked.filters),
    sort: asked.sort,
    group: asked.groupBy,
  }
  for (const [name, value] of Object.entries(parts)) {
    if (value === null || value === undefined) after.delete(name)
    else after.set(name, value)
  }
  return after.toString()
}
