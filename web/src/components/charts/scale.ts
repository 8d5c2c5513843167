/** A function from a range of values to a range of places, both ends included. */
export function scaleLinear([from, to]: [number, number], [start, end]: [number, number]): (value: number) => number {
  const span = to - from
  return (value) => (span === 0 ? (start + end) / 2 : start + ((value - from) / span) * (end - start))
}

/**
 * Round numbers (steps of 1, 2 or 5 times a power of ten) from at most `min` to at least `max`.
 *
 * About `count` of them; zero is always among them when it lies inside. Money in minor units gives
 * its unit (100), so that no line stands between two whole amounts.
 */
export function niceTicks(min: number, max: number, count = 4, unit = 1): number[] {
  const span = Math.max(max - min, unit)
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10
  const step = Math.max(unit, factor * power)
  const first = Math.floor(min / step)
  const last = Math.max(Math.ceil(max / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** The path of a line through places; null breaks it (a day without a value is not a day with zero). */
export function linePath(points: (readonly [x: number, y: number] | null)[]): string {
  let isPen = false
  return points
    .map((point) => {
      const command = point && `${isPen ? 'L' : 'M'}${round(point[0])} ${round(point[1])}`
      isPen = !!point
      return command
    })
    .filter(Boolean)
    .join('')
}

const round = (value: number) => Math.round(value * 100) / 100

/** Which of `count` labels fit side by side in `width`: every nth, counted from the last one. */
export function labelEvery(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)))
}

/** The middle of a label that stands at `x`, moved so that none of it is cut off at an edge of `width`. */
export function inside(x: number, labelWidth: number, width: number): number {
  return Math.max(labelWidth / 2, Math.min(x, width - labelWidth / 2))
}
