const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

const PAUSE_MS = 1000

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Letters typed one after the other, which find an entry by how it begins. */
export function makeTyped() {
  let text = ''
  let at = 0
  return {
    isGoingOn: (now: number) => text !== '' && now - at < PAUSE_MS,
    add(letter: string, now: number) {
      text = now - at < PAUSE_MS ? text + letter : letter
      at = now
      return text
    },
  }
}

/** Where an arrow, Home or End leads from entry `at` (-1: none yet), undefined for other keys. */
export const stepOf = (key: string, at: number, count: number) => (count ? steps[key]?.(at, count - 1) : undefined)

/**
 * The entry that begins with what was typed, undefined when none does.
 *
 * The first letter goes on to the next one; more letters may stay where they are.
 */
export function foundBy(text: string, labels: readonly string[], at: number): number | undefined {
  const from = text.length === 1 ? at + 1 : Math.max(at, 0)
  const order = labels.map((_label, index) => (from + index) % labels.length)
  return order.find((index) => plain(labels[index] ?? '').startsWith(plain(text)))
}
