import type { Span } from './axis'

export type Laid<T> = { item: T; span: Span; lane: number }

/**
 * Put spans that overlap under one another: each into the first lane that is free when it begins.
 *
 * `least` is how long (minutes) a span counts at least, so that short ones leave room for their words.
 */
export function packLanes<T>(items: readonly T[], spanOf: (item: T) => Span, least = 0) {
  const sorted = items.map((item) => ({ item, span: spanOf(item) })).sort((a, b) => a.span[0] - b.span[0])
  const ends: number[] = []
  const laid = sorted.map(({ item, span }): Laid<T> => {
    const free = ends.findIndex((end) => end <= span[0])
    const lane = free < 0 ? ends.length : free
    ends[lane] = Math.max(span[1], span[0] + least)
    return { item, span, lane }
  })
  return { laid, lanes: Math.max(1, ends.length) }
}
