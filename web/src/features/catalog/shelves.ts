import type { Category } from '@/api/models'

type Shelf = Pick<Category, 'id' | 'parent_id' | 'name'>

/** The categories that one may stand below: not itself, and none that stands below it. */
export function canBeAbove<T extends Shelf>(categories: readonly T[], id: number | undefined): T[] {
  const parents = new Map(categories.map((one) => [one.id, one.parent_id]))
  const isBelow = (one: number | null, steps = 0): boolean =>
    one !== null && steps <= categories.length && (one === id || isBelow(parents.get(one) ?? null, steps + 1))
  return categories.filter((one) => !isBelow(one.id))
}
