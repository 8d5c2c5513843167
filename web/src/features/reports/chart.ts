import type { GroupPart, ReportGroup } from './adapter'
import { together } from './order'

const mostBars = 14

type Wanted = {
  currency: string
  measure: string
  isTime: boolean
  name: (part: GroupPart, isShort?: boolean) => string
  /** What all that have no bar of their own are called together. */
  others: string
}

export const currenciesOf = (groups: readonly ReportGroup[]) => [...new Set(groups.map(({ currency }) => currency))]

type Bar = { label: string; value: number; before: number | null }

/** Groups of one currency by the first thing they are by: in the order of time, or the largest first with the rest as one. */
export function drawn(groups: readonly ReportGroup[], { currency, measure, isTime, name, others }: Wanted) {
  const own = groups.filter((one) => one.currency === currency)
  const hasBefore = own.some(({ before }) => before !== null)
  const sum = (ofGroups: readonly ReportGroup[], of: 'sums' | 'before') =>
    ofGroups.reduce((whole, group) => whole + (group[of]?.[measure] ?? 0), 0)
  const bars: Bar[] = together(own).map((part) => ({
    label: part[0]?.by[0] ? name(part[0].by[0], true) : '',
    value: sum(part, 'sums'),
    before: hasBefore ? sum(part, 'before') : null,
  }))
  const shown = isTime || bars.length <= mostBars ? bars : withOthers(bars, others)
  return {
    labels: shown.map(({ label }) => label),
    values: shown.map(({ value }) => value),
    before: hasBefore ? shown.map(({ before }) => before) : null,
  }
}

function withOthers(bars: Bar[], others: string): Bar[] {
  const largest = bars.toSorted((one, other) => other.value - one.value)
  const rest = largest.slice(mostBars - 1)
  const value = rest.reduce((whole, one) => whole + one.value, 0)
  const before = rest[0]?.before === null ? null : rest.reduce((whole, one) => whole + (one.before ?? 0), 0)
  return [...largest.slice(0, mostBars - 1), { label: others, value, before }]
}
