/** How many letters must change to make one word of another (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The words of an address that look like names of pages: no numbers, no ids. */
const wordsOf = (path: string) =>
  path
    .toLowerCase()
    .split('/')
    .filter((part) => /^[a-z]+$/.test(part))

/** Those whose address is like the one that was asked for come first; the rest keep their order. */
export function byNearness<T extends { path: string }>(items: readonly T[], asked: string): T[] {
  const words = wordsOf(asked)
  const cost = (item: T) => {
    const name = wordsOf(item.path).at(-1) ?? ''
    const least = Math.min(...words.map((word) => distance(word, name)), Infinity)
    return least <= Math.max(2, name.length / 3) ? least : Infinity
  }
  return items
    .map((item, index) => ({ item, index, cost: cost(item) }))
    .sort((a, b) => (a.cost === b.cost ? a.index - b.index : a.cost - b.cost))
    .map(({ item }) => item)
}
