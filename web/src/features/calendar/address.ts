import { dayOrNull } from '@/lib/dates'

export const views = ['month', 'week', 'day'] as const
export type View = (typeof views)[number]
export const groupings = ['experience', 'guide', 'resource'] as const
export type By = (typeof groupings)[number]

export const states = ['open', 'closed_online', 'closed', 'cancelled'] as const
export type State = (typeof states)[number]

/** What is looked for; an empty list asks for nothing. Guide and resource 0 stand for "none". */
export type Filters = {
  experience: number[]
  category: number[]
  location: number[]
  guide: number[]
  resource: number[]
  status: State[]
  /** Only what somebody has to look after. */
  isFlagged: boolean
}

/** What the address says; what it does not say is today's month, ungrouped, unfiltered. */
export type Asked = { view: View; date: string | null; by: By | null; filters: Filters }

export const noFilters: Filters = {
  experience: [],
  category: [],
  location: [],
  guide: [],
  resource: [],
  status: [],
  isFlagged: false,
}

const numbered = ['experience', 'category', 'location', 'guide', 'resource'] as const

const numbersOf = (text: string | null) =>
  (text ?? '')
    .split(',')
    .filter((part) => /^\d{1,15}$/.test(part))
    .map(Number)

const oneOf = <T extends string>(list: readonly T[], text: string | null) => list.find((one) => one === text)

/** Read the calendar's state from the query of its address; broken parts count as not there. */
export function readAddress(query: URLSearchParams): Asked {
  const ids = Object.fromEntries(numbered.map((name) => [name, numbersOf(query.get(name))]))
  const asked = (query.get('status') ?? '').split(',')
  return {
    view: oneOf(views, query.get('view')) ?? 'month',
    date: dayOrNull(query.get('date')),
    by: oneOf(groupings, query.get('by')) ?? null,
    filters: {
      ...noFilters,
      ...ids,
      status: states.filter((state) => asked.includes(state)),
      isFlagged: query.get('flagged') === '1',
    },
  }
}

/** The query of an address that shows this. */
export function writeAddress({ view, date, by, filters }: Asked): string {
  const query = new URLSearchParams()
  if (view !== 'month') query.set('view', view)
  if (date) query.set('date', date)
  if (by) query.set('by', by)
  for (const name of [...numbered, 'status'] as const) {
    if (filters[name].length > 0) query.set(name, filters[name].join(','))
  }
  if (filters.isFlagged) query.set('flagged', '1')
  // A comma needs no escape in a query, and people read these.
  return query.toString().replaceAll('%2C', ',')
}

export const filterCount = (filters: Filters) =>
  [...numbered, 'status' as const].filter((name) => filters[name].length > 0).length + Number(filters.isFlagged)
