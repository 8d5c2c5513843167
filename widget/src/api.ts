/** Calls to the server that served this page. Every failure becomes an ApiError or a NetworkError. */
import { visitorId } from './visitor'

export type ErrorBody = { code: string; message: string; detail: Record<string, unknown> }

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: Record<string, unknown>

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? `The server answered ${status}.`)
    this.status = status
    this.code = body.code ?? 'unknown'
    this.detail = body.detail ?? {}
  }
}

/** The request did not come back: no connection, or it was cut. */
export class NetworkError extends Error {}

export type CallOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** The request must outlive the page that sends it. */
  isKeptAlive?: boolean
  /** The ETag of the answer that we have. */
  tag?: string
}

let spoken = ''

/** Names the reader's languages, the dearest first: the operator's own words come in one of them. */
export function speak(languages: readonly string[]): void {
  spoken = languages.join()
}

let clockOffset = 0

/** The server's clock, in milliseconds: visitors' clocks are often minutes off. */
export const serverNow = (): number => Date.now() + clockOffset

function noteClock(response: Response): void {
  const at = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(at) && Math.abs(at - Date.now()) > 5000) clockOffset = at - Date.now()
}

/** None in a frame that has no origin: to look there is an error. */
function cookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

function csrfToken(): string | null {
  return /(?:^|; )(?:__Host-)?csrftoken=([^;]+)/.exec(cookies())?.[1] ?? null
}

/** What goes along with every call. */
export function headersFor(hasBody: boolean, options: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
  if (spoken) headers['Accept-Language'] = spoken
  if (hasBody) {
    headers['Content-Type'] = 'application/json'
    headers['X-Outfitter-Visitor'] = visitorId()
  }
  if (options.tag) headers['If-None-Match'] = options.tag
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  const token = hasBody ? csrfToken() : null
  if (token) headers['X-CSRFToken'] = token
  return headers
}

async function exchange(method: 'GET' | 'POST', path: string, body: unknown, options: CallOptions): Promise<Response> {
  try {
    const response = await fetch(path, {
      method,
      headers: headersFor(method === 'POST', options),
      body: method === 'POST' ? JSON.stringify(body) : null,
      signal: options.signal ?? null,
      keepalive: options.isKeptAlive ?? false,
    })
    noteClock(response)
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new NetworkError(path, { cause: error })
  }
}

async function read<T>(path: string, response: Response): Promise<T> {
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as Partial<ErrorBody>)
  if (answer === null) throw new NetworkError(path)
  return answer as T
}

async function send<T>(method: 'GET' | 'POST', path: string, body: unknown, options: CallOptions): Promise<T> {
  return read<T>(path, await exchange(method, path, body, options))
}

export const get = <T>(path: string, options: CallOptions = {}): Promise<T> => send<T>('GET', path, null, options)

export const post = <T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> =>
  send<T>('POST', path, body, options)

export type Numbered = { requestId: number }
type Kept = { tag: string; answer: Numbered }

const MOST_KEPT = 24
const kept = new Map<string, Kept>()

/**
 * Posts a question whose answer may still hold. Browsers ask again by themselves for GET alone, so
 * the tag is sent from here: whoever pages back gets a 304 and no month once more.
 */
export async function postKept<T extends Numbered>(path: string, body: Numbered & Record<string, unknown>): Promise<T> {
  const { requestId, ...asked } = body
  const key = spoken + path + JSON.stringify(asked)
  const known = kept.get(key)
  const response = await exchange('POST', path, body, known ? { tag: known.tag } : {})
  if (known && response.status === 304) return { ...known.answer, requestId } as T
  const answer = await read<T>(path, response)
  const tag = response.headers.get('etag')
  kept.delete(key)
  if (tag) kept.set(key, { tag, answer })
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  return answer
}
