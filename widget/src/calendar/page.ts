/** Where there is no browser: the little of a page that the rules of a calendar's first picture ask for. */

/** What a picture is drawn from, besides what the page itself is given. */
export type Asked = {
  /** The JSON that stands in the page. */
  first: string
  /** Of the address, by name. */
  query: Record<string, string>
  origin: string
  /** As the server wrote it into the page. */
  theme: string
  /** Milliseconds since 1970. */
  now: number
}

/** As forms write them, which is how a browser writes an address's query. */
const written = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

export class Query {
  readonly #values: Map<string, string>

  constructor(text: string) {
    const pairs = text.replace(/^\?/, '').split('&').filter(Boolean).map((pair) => pair.split('=').map(decodeURIComponent))
    this.#values = new Map(pairs as [string, string][])
  }

  get = (name: string): string | null => this.#values.get(name) ?? null
  set = (name: string, value: string): unknown => this.#values.set(name, value)
  toString = (): string => [...this.#values].map((pair) => pair.map(written).join('=')).join('&')
}

/** An address of our own: a path on an origin. */
export class Address {
  readonly searchParams = new Query('')
  readonly #start: string

  constructor(path: string, origin: string) {
    this.#start = origin + path
  }

  get href(): string {
    const query = this.searchParams.toString()
    return this.#start + (query && `?${query}`)
  }
}

export const searchOf = (query: Asked['query']): string =>
  Object.entries(query)
    .map((pair) => pair.map((text) => encodeURIComponent(text)).join('='))
    .join('&')

/** Makes the globals that a page has. */
export function setUp({ first, origin, theme }: Asked): void {
  Object.assign(globalThis, {
    URL: Address,
    URLSearchParams: Query,
    location: { origin },
    document: { documentElement: { dataset: theme ? { theme } : {} }, getElementById: () => ({ textContent: first }) },
  })
}
