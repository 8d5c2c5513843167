import type { Cell, ReportGroup } from './adapter'

/** A figure or a name of a group, by the key of its column. */
function valueOf(group: ReportGroup, key: string): Cell {
  const part = group.by.find((one) => one.key === key)
  if (part) return typeof part.value === 'number' ? (part.label ?? part.value) : part.value
  return key === 'currency' ? group.currency : (group.sums[key] ?? null)
}

function compared(one: Cell, other: Cell): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), undefined, { numeric: true })
}

/** Groups by one of their columns (`-key`: the largest first); what has no value comes last, whichever way. */
export function inOrder(groups: readonly ReportGroup[], sort: string): ReportGroup[] {
  if (!sort) return [...groups]
  const key = sort.replace(/^-/, '')
  const way = sort.startsWith('-') ? -1 : 1
  return groups.toSorted((one, other) => {
    const [first, second] = [valueOf(one, key), valueOf(other, key)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return way * compared(first, second)
  })
}

/** Groups by several things with those that share the first one together, in the order the first ones came. */
export function within(groups: readonly ReportGroup[], levels: number): ReportGroup[] {
  if (levels < 2) return [...groups]
  return together(groups).flatMap((own) =>
    within(
      own.map((group) => ({ ...group, by: group.by.slice(1) })),
      levels - 1,
    ).map((group) => ({ ...group, by: [...(own[0]?.by.slice(0, 1) ?? []), ...group.by] })),
  )
}

/** Groups in lists of those that share the first thing they are by, in the order these came. */
export function together(groups: readonly ReportGroup[]): ReportGroup[][] {
  const found = new Map<Cell, ReportGroup[]>()
  for (const group of groups) {
    const value = group.by[0]?.value ?? null
    const own = found.get(value)
    if (own) own.push(group)
    else found.set(value, [group])
  }
  return [...found.values()]
}

const shares = (one: ReportGroup | undefined, other: ReportGroup | undefined, depth: number) =>
  one?.by.slice(0, depth).every((part, place) => part.value === other?.by[place]?.value)

/**
 * What ends behind a row: groups of the first `depth` things, one of each currency, where more than one row
 * is of it. A single row is its own sum.
 */
export function endingAt(groups: readonly ReportGroup[], index: number, depth: number): ReportGroup[] {
  const last = groups[index]
  if (!last || shares(last, groups[index + 1], depth)) return []
  let first = index
  while (first > 0 && shares(last, groups[first - 1], depth)) first -= 1
  const own = groups.slice(first, index + 1)
  const of = (currency: string) => own.filter((one) => one.currency === currency)
  return [...new Set(own.map(({ currency }) => currency))].flatMap((one) =>
    of(one).length > 1 ? of(one).slice(0, 1) : [],
  )
}
