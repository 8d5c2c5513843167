import { beforeEach, expect, test, vi } from 'vitest'
import { journal, printNext } from './station'

const kept = new Map<string, string>()
const asked: { path: string; body: Record<string, unknown> }[] = []
let job: object | null = null
let refusal: { status: number; code: string } | null = null

beforeEach(() => {
  kept.clear()
  asked.length = 0
  refusal = null
  job = { id: 7, claim: 'c', title: 'K7', data_base64: btoa('\x1b@Hi') }
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) as Record<string, unknown> })
    if (path.endsWith('claim')) return Response.json({ job })
    return refusal ? Response.json({ code: refusal.code }, { status: refusal.status }) : Response.json({})
  })
})

const port = () => ({ name: 'Printer', write: vi.fn(async () => undefined) })
const told = () => asked.filter(({ path }) => path.endsWith('ended')).map(({ body }) => body.ending)

test('a job is written to the printer once and told', async () => {
  const printer = port()
  expect(await printNext('t', printer)).toEqual({ step: 'printed', title: 'K7' })
  expect(printer.write).toHaveBeenCalledExactlyOnceWith(new Uint8Array([27, 64, 72, 105]))
  expect(told()).toEqual(['printed'])
  expect(journal.read()).toBeNull()
})

test('a cable that is pulled leaves it unclear', async () => {
  const printer = { name: 'Printer', write: async () => Promise.reject(new Error('gone')) }
  expect((await printNext('t', printer)).step).toBe('failed')
  expect(told()).toEqual(['unclear'])
})

test.each([
  ['taken', 'not_sent'],
  ['sending', 'unclear'],
  ['sent', 'printed'],
] as const)('a page that was closed when a job was %s tells %s and prints nothing', async (step, ending) => {
  journal.write({ id: 7, claim: 'c', step })
  const printer = port()
  await printNext('t', printer)
  expect(told()).toEqual([ending])
  expect(printer.write).not.toHaveBeenCalled()
})

test('what somebody decided meanwhile is left alone, an office that is away is told later', async () => {
  journal.write({ id: 7, claim: 'c', step: 'sent' })
  refusal = { status: 500, code: '' }
  await expect(printNext('t', port())).rejects.toThrow()
  expect(journal.read()).not.toBeNull()
  refusal = { status: 409, code: 'print_job_taken' }
  await printNext('t', port())
  expect(journal.read()).toBeNull()
})
