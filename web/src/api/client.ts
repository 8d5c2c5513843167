import createClient, { type Middleware } from 'openapi-fetch'
import type { paths } from './schema'
import { unchanged } from './unchanged'

export type ErrorBody = { code: string; message: string; detail: Record<string, unknown> }

/** What every failed call throws: the status and the server's code, message and detail. */
export class ApiError extends Error {
  readonly code: string
  readonly detail: Record<string, unknown>
  /** Seconds a 429 asks to wait, and the instant (milliseconds) they end; 0 and now when it does not say. */
  readonly retryAfter: number
  readonly retryAt: number

  constructor(
    readonly status: number,
    body: ErrorBody,
  ) {
    super(body.message)
    this.name = 'ApiError'
    this.code = body.code
    this.detail = body.detail
    this.retryAfter = Number(body.detail.retry_after ?? 0)
    this.retryAt = Date.now() + this.retryAfter * 1000
  }

  /** Messages by field name, as a 422 brings them. */
  get fields(): Record<string, string[]> {
    return (this.detail.fields as Record<string, string[]> | undefined) ?? {}
  }
}

/** The server could not be reached at all. */
export const offlineError = () =>
  new ApiError(0, { code: 'offline', message: 'The server cannot be reached.', detail: {} })

/** A cookie that scripts may read. */
export function cookie(name: string): string | undefined {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  return entry && decodeURIComponent(entry.slice(name.length + 1))
}

/** The token that unsafe calls carry; in production its cookie is bound to this very host. */
export const csrfToken = () => cookie('__Host-csrftoken') ?? cookie('csrftoken')

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const known = typeof body === 'object' && body !== null && 'code' in body
  const fallback = { code: `http_${response.status}`, message: response.statusText, detail: {} }
  return new ApiError(response.status, known ? { ...fallback, ...(body as ErrorBody) } : fallback)
}

const conventions: Middleware = {
  onRequest({ request }) {
    request.headers.set('X-Requested-With', 'XMLHttpRequest')
    // Guest types come as the screen's language calls them, whatever the browser speaks.
    const { lang } = document.documentElement
    if (lang) request.headers.set('Accept-Language', lang)
    const token = csrfToken()
    if (token && request.method !== 'GET') request.headers.set('X-CSRFToken', token)
    return request
  },
  async onResponse({ response }) {
    if (!response.ok) throw await errorOf(response)
  },
  onError({ error }) {
    return error instanceof ApiError ? error : offlineError()
  },
}

export const api = createClient<paths>({ credentials: 'same-origin' })
// The last to see a request is the first to see its answer: one that has not changed is no failure.
api.use(conventions, unchanged(csrfToken))

/** The body of an answer; failures were thrown before by the client. */
export async function dataOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T
}
