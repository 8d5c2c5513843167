export const resultTypes = [
  'trip',
  'customer',
  'experience',
  'gift_card',
  'invoice',
  'reseller',
  'product',
  'call',
  'help',
] as const
export type ResultType = (typeof resultTypes)[number]

export type SearchResult = {
  type: ResultType
  id: string | number
  title: string
  subtitle: string
  url: string
  status: string | null
  score: number
}

export type ResultGroup = { type: ResultType; results: SearchResult[] }

/** Results by kind, the kind with the best hit first; the order inside a kind is the server's. */
export function grouped(results: readonly SearchResult[]): ResultGroup[] {
  const groups = new Map<ResultType, SearchResult[]>()
  for (const one of results) groups.set(one.type, [...(groups.get(one.type) ?? []), one])
  const best = (list: SearchResult[]) => Math.max(...list.map((one) => one.score))
  return [...groups].map(([type, list]) => ({ type, results: list })).sort((a, b) => best(b.results) - best(a.results))
}

/** Small letters without marks, one for one, so that places in it are places in the text. */
export function plain(text: string): string {
  return [...text].map((letter) => [...letter.normalize('NFD')][0]?.toLowerCase().slice(0, 1) ?? letter).join('')
}

export const wordsOf = (query: string) => plain(query).split(/\s+/).filter(Boolean)

export type Piece = { text: string; isHit: boolean }

/** A text in pieces, those that the query's words match marked; phone numbers match without their spaces. */
export function pieces(text: string, query: string): Piece[] {
  const letters = [...text]
  const hits = new Array<boolean>(letters.length).fill(false)
  const whole = plain(text)
  for (const word of wordsOf(query)) {
    const at = startOf(whole, word)
    if (at >= 0) hits.fill(true, at, at + [...word].length)
    else markDigits(letters, word, hits)
  }
  const made: Piece[] = []
  letters.forEach((letter, index) => {
    const isHit = hits[index] === true
    const last = made.at(-1)
    if (last?.isHit === isHit) last.text += letter
    else made.push({ text: letter, isHit })
  })
  return made
}

/** Where a word begins in a text: rather at the start of one of its words than inside. */
function startOf(whole: string, word: string): number {
  const letters = [...whole]
  const places = letters.map((_, index) => index).filter((index) => letters.slice(index).join('').startsWith(word))
  return places.find((index) => index === 0 || /[\s\-/(,.@]/.test(letters[index - 1] ?? '')) ?? places[0] ?? -1
}

function markDigits(letters: string[], word: string, hits: boolean[]) {
  const wanted = word.replace(/\D/g, '')
  if (wanted.length < 3 || wanted.length < word.length - 2) return
  const places = letters.flatMap((letter, index) => (/\d/.test(letter) ? [index] : []))
  const found = places
    .map((index) => letters[index])
    .join('')
    .indexOf(wanted)
  const [first, last] = [places[found], places[found + wanted.length - 1]]
  if (found >= 0 && first !== undefined && last !== undefined) hits.fill(true, first, last + 1)
}

/** How well a name answers a query: 0 not at all; whole beginning before beginnings of words before the inside. */
export function matchOf(name: string, query: string): number {
  const words = wordsOf(query)
  if (words.length === 0) return 0
  const whole = plain(name)
  if (whole.startsWith(words.join(' '))) return 3
  const starts = whole.split(/[\s\-/,]+/)
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 2
  return words.every((word) => word.length > 1 && whole.includes(word)) ? 1 : 0
}
