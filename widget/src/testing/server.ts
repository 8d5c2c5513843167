/** The development server as `fetch`, with every call recorded and single answers replaced where a test wants. */
import { vi } from 'vitest'
import { taken } from '../../dev/data.ts'
import { answer } from '../../dev/routes.ts'
import { scenario, trips } from '../../dev/trips.ts'
import type { Init } from '../types'

export type Call = { method: string; path: string; body: unknown; headers: Record<string, string>; isKeptAlive: boolean }
type Answer = { status: number; body: unknown; tag?: string }
type Reply = Answer | 'offline' | Promise<Answer>
type Override = (call: Call) => Reply | undefined

const CALM = { holdSeconds: 900, soldOutOnSave: false, confirm: 'succeeded', networkDown: '', priceRise: 0, depositShare: 0, extras: false, questions: false }

const respond = ({ status, body, tag }: Answer): Response =>
  new Response(status === 304 ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...(tag && { ETag: tag }) },
  })

export const refused = (status: number, code: string, detail: Record<string, unknown> = {}): Reply => ({
  status,
  body: { code, message: code, detail },
})

/** Starts an empty server. `override` may answer a call itself. */
export function startServer(override: Override = () => undefined): { calls: Call[]; named: (part: string) => Call[] } {
  trips.clear()
  taken.clear()
  Object.assign(scenario, CALM)
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const body = typeof options.body === 'string' ? JSON.parse(options.body) : null
    const headers = options.headers as Record<string, string>
    const call = { method: options.method ?? 'GET', path, body, headers, isKeptAlive: options.keepalive ?? false }
    calls.push(call)
    const reply = await override(call)
    if (reply === 'offline') throw new TypeError('Failed to fetch')
    return respond(reply ?? answer(call.method, path, body))
  })
  return { calls, named: (part) => calls.filter(({ path }) => path.includes(part)) }
}

/** The same server for an operator with other settings. */
export function changeInit(change: (init: Init) => Init): void {
  const inner = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const response = await inner(path, options)
    if (path !== '/api/init') return response
    return respond({ status: 200, body: change((await response.json()) as Init) })
  })
}

export { scenario, trips }
