import createClient from 'openapi-fetch'
import { beforeEach, expect, it, vi } from 'vitest'
import type { paths } from './schema'
import { makeAnswers, MOST_ANSWERS, MOST_LENGTH, unchanged } from './unchanged'

type Day = { date: string; orders: { id: number; note: string }[] }

const first: Day = { date: '2026-11-20', orders: [1, 2].map((id) => ({ id, note: '' })) }
const later: Day = { ...first, orders: [first.orders[0]!, { id: 2, note: 'late' }] }
const orderIn = (day: Day, at: number) => day.orders[at]

let seal: string | undefined
const server = vi.fn<(request: Request) => Promise<Response>>()

function clientOf() {
  const api = createClient<paths>({ baseUrl: 'http://desk.example', fetch: (request: Request) => server(request) })
  api.use(
    {
      onRequest({ request }) {
        request.headers.set('Accept-Language', language)
      },
      onResponse({ response }) {
        if (!response.ok) throw new Error(`answered ${response.status}`)
      },
    },
    unchanged(() => seal),
  )
  return async (day = '2026-11-20') =>
    (await api.GET('/api/manifest/getManifestOnDay/{day}', { params: { path: { day } } })).data as unknown as Day
}

let language: string
let get: ReturnType<typeof clientOf>

beforeEach(() => {
  server.mockReset()
  seal = 'mara'
  language = 'en'
  get = clientOf()
})

const answers = (data: unknown, tag?: string) =>
  server.mockResolvedValueOnce(new Response(JSON.stringify(data), { headers: tag ? { ETag: tag } : {} }))
const stillHolds = () => server.mockResolvedValueOnce(new Response(null, { status: 304 }))
const asked = (call: number) => server.mock.calls[call]?.[0].headers.get('If-None-Match')

it('gives the same object back while the server says that it has not changed', async () => {
  answers(first, 'W/"a"')
  const day = await get()
  expect(day).toEqual(first)
  stillHolds()
  stillHolds()
  expect(await get()).toBe(day)
  expect(await get()).toBe(day)
  expect([asked(0), asked(1), asked(2)]).toEqual([null, 'W/"a"', 'W/"a"'])
})

it('keeps in a newer answer what stayed equal, and asks with the newer tag', async () => {
  answers(first, 'W/"a"')
  const day = await get()
  answers(later, 'W/"b"')
  const changed = await get()
  expect(changed).toEqual(later)
  expect(changed).not.toBe(day)
  expect(orderIn(changed, 0)).toBe(orderIn(day, 0))
  expect(orderIn(changed, 1)).not.toBe(orderIn(day, 1))
  stillHolds()
  expect(await get()).toBe(changed)
  expect(asked(2)).toBe('W/"b"')
})

it('asks anew for another address, in another language and as another person', async () => {
  answers(first, 'W/"a"')
  await get()
  answers(later, 'W/"b"')
  await get('2026-11-21')
  language = 'de'
  answers(later, 'W/"c"')
  await get()
  language = 'en'
  seal = 'ines'
  answers(later, 'W/"d"')
  expect(await get()).toEqual(later)
  expect([1, 2, 3].map(asked)).toEqual([null, null, null])
})

it('remembers nothing for whoever signs in again', async () => {
  answers(first, 'W/"a"')
  await get()
  seal = 'ines'
  answers(later, 'W/"b"')
  await get()
  seal = 'mara'
  answers(first, 'W/"a"')
  await get()
  expect(asked(2)).toBeNull()
})

it('keeps nothing of an answer that comes after its reader has left', async () => {
  server.mockImplementationOnce(() => {
    seal = undefined
    return Promise.resolve(new Response(JSON.stringify(first), { headers: { ETag: 'W/"a"' } }))
  })
  await get()
  seal = 'mara'
  answers(first, 'W/"a"')
  await get()
  expect(asked(1)).toBeNull()
})

it('leaves answers without a tag, failures and changes alone', async () => {
  answers(first)
  await get()
  answers(first)
  expect(await get()).toEqual(first)
  expect(asked(1)).toBeNull()
  server.mockResolvedValueOnce(new Response('{}', { status: 500, headers: { ETag: 'W/"x"' } }))
  await expect(get()).rejects.toThrow('answered 500')
  answers(first, 'W/"a"')
  await get()
  expect(asked(3)).toBeNull()
})

it('has no answer for a 304 that nobody asked for', async () => {
  stillHolds()
  await expect(get()).rejects.toThrow('answered 304')
})

it('holds so many answers, those asked for last', () => {
  const kept = makeAnswers()
  const answer = { tag: 'W/"a"', data: first, length: 10 }
  kept.keep('oldest', 'mara', answer)
  kept.keep('old', 'mara', answer)
  for (let count = 2; count < MOST_ANSWERS; count += 1) kept.keep(`day ${count}`, 'mara', answer)
  expect(kept.get('oldest', 'mara')).toBe(answer)
  kept.keep('one more', 'mara', answer)
  expect(kept.get('oldest', 'mara')).toBe(answer)
  expect(kept.get('old', 'mara')).toBeUndefined()
  expect(kept.get('one more', 'mara')).toBe(answer)
})

it('holds so many characters, and an answer that is too long by itself not at all', () => {
  const kept = makeAnswers()
  const half = { tag: 'W/"a"', data: first, length: MOST_LENGTH / 2 }
  kept.keep('one', 'mara', half)
  kept.keep('two', 'mara', half)
  kept.keep('two', 'mara', half)
  expect(kept.get('one', 'mara')).toBe(half)
  kept.keep('three', 'mara', half)
  expect([kept.get('one', 'mara'), kept.get('two', 'mara')]).toEqual([half, undefined])
  kept.keep('long', 'mara', { ...half, length: MOST_LENGTH + 1 })
  expect(kept.get('long', 'mara')).toBeUndefined()
  kept.keep('short', 'mara', half)
  expect(kept.get('short', 'mara')).toBe(half)
})
