/** How two figures compare; `share` is null where there was nothing to compare with. */
export type Delta = { way: 'more' | 'less' | 'same'; by: number; share: number | null; before: number }

/** What became of a figure since the other period; null when one of them is not known. */
export function deltaOf(now: number | null | undefined, before: number | null | undefined): Delta | null {
  if (now === null || now === undefined || before === null || before === undefined) return null
  const by = now - before
  const way = by > 0 ? 'more' : by < 0 ? 'less' : 'same'
  return { way, by, share: before === 0 ? null : by / Math.abs(before), before }
}
