/** Serves the mock routes and the sample pages inside `vite` and `vite preview`. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect, Plugin } from 'vite'
import { photo } from './photo.ts'
import { answer } from './routes.ts'
import { scenario } from './trips.ts'

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString() || '{}')
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  response.end(text)
}

const file = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

function page(path: string, response: ServerResponse): boolean {
  const tour = /^\/dev\/photo\/(\d+)\.svg$/.exec(path)?.[1]
  if (tour) send(response, 200, 'image/svg+xml', photo(Number(tour)))
  else if (path === '/dev/stripe.js') send(response, 200, 'text/javascript', file('./stripe.js'))
  else if (path === '/dev/host') send(response, 200, 'text/html', file('./host.html'))
  else return false
  return true
}

const handle: Connect.NextHandleFunction = async (request, response, next) => {
  const path = (request.url ?? '/').split('?')[0]!
  if (page(path, response)) return
  if (!/^\/(api|_mock)\//.test(path)) {
    request.url = request.url?.replace(/^\/widgets\/calendarCustomerType(?=\?|$)/, '/widgets/tripBuilder').replace(/^\/widgets\/(calendar|tripBuilder)(?=\?|$)/, '/widgets/$1.html')
    return next()
  }
  const body = request.method === 'POST' ? await bodyOf(request) : null
  if (scenario.networkDown && path.includes(scenario.networkDown)) return void response.destroy()
  const { status, body: answered } = answer(request.method ?? 'GET', request.url ?? path, body)
  send(response, status, 'application/json', JSON.stringify(answered))
}

export function mockServer(): Plugin {
  return {
    name: 'outfitter-mock-server',
    configureServer: (server) => void server.middlewares.use(handle),
    configurePreviewServer: (server) => void server.middlewares.use(handle),
  }
}
