import type { CostsIn, DepartureCost, DepartureCosts } from '@/api/models'

export type CostKind = 'guides' | 'resources'
export type CostPart = 'per_departure' | 'per_hour'

/** The same costs with one amount set, in minor units; null: nothing. */
export function withCost(
  costs: DepartureCosts,
  kind: CostKind,
  id: number,
  part: CostPart,
  amount: number | null,
): DepartureCosts {
  return { ...costs, [kind]: costs[kind].map((row) => (row.id === id ? { ...row, [part]: amount } : row)) }
}

/** What is to be saved: only who and what costs something else now, so that two people may set costs at once. */
export function changedCosts(before: DepartureCosts, after: DepartureCosts): Required<CostsIn> {
  return { guides: changed(before.guides, after.guides), resources: changed(before.resources, after.resources) }
}

function changed(before: DepartureCost[], after: DepartureCost[]) {
  const known = new Map(before.map((row) => [row.id, row]))
  return after
    .filter((row) => {
      const old = known.get(row.id)
      return old?.per_departure !== row.per_departure || old?.per_hour !== row.per_hour
    })
    .map(({ id, per_departure, per_hour }) => ({ id, per_departure, per_hour }))
}
