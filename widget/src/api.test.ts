import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startServer, type Call } from './testing/server'

type Month = { requestId: number; dates: Record<string, number> }

const PATH = '/api/experiences/getInDateRange/2026-11-10/2026-11-30'
const months = ({ path }: Call): boolean => path.startsWith(PATH)

/** A month that changes when it is sold from; the tag names what it shows. */
function serve(seats: () => number): Call[] {
  const { calls } = startServer((call) => {
    if (!months(call)) return undefined
    const tag = `W/"${seats()}"`
    if (call.headers['If-None-Match'] === tag) return { status: 304, body: null, tag }
    const { requestId } = call.body as { requestId: number }
    return { status: 200, body: { requestId, dates: { '2026-11-12': seats() } }, tag }
  })
  return calls
}

describe('a month asked for again', () => {
  let postKept: (path: string, body: { requestId: number }) => Promise<Month>

  beforeEach(async () => {
    vi.resetModules()
    ;({ postKept } = (await import('./api')) as unknown as { postKept: typeof postKept })
  })

  afterEach(() => void vi.unstubAllGlobals())

  it('is not sent a second time while it holds, and answers the latest question', async () => {
    const calls = serve(() => 8)
    expect(await postKept(PATH, { requestId: 1 })).toEqual({ requestId: 1, dates: { '2026-11-12': 8 } })
    expect(await postKept(PATH, { requestId: 2 })).toEqual({ requestId: 2, dates: { '2026-11-12': 8 } })
    expect(calls.map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, 'W/"8"'])
  })

  it('is sent anew as soon as it changed', async () => {
    let left = 8
    serve(() => left)
    await postKept(PATH, { requestId: 1 })
    left = 7
    expect(await postKept(PATH, { requestId: 2 })).toEqual({ requestId: 2, dates: { '2026-11-12': 7 } })
    expect(await postKept(PATH, { requestId: 3 })).toEqual({ requestId: 3, dates: { '2026-11-12': 7 } })
  })

  it('is another one when something else is asked', async () => {
    const calls = serve(() => 8)
    await postKept(PATH, { requestId: 1 })
    await postKept(PATH, { requestId: 2, showFull: true } as never)
    await postKept(`${PATH}/7`, { requestId: 3 })
    expect(calls.map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, undefined, undefined])
  })

  it('keeps few of them', async () => {
    const calls = serve(() => 8)
    for (let number = 0; number < 30; number += 1) await postKept(`${PATH}/${number}`, { requestId: number })
    await postKept(`${PATH}/0`, { requestId: 31 })
    await postKept(`${PATH}/29`, { requestId: 32 })
    expect(calls.slice(-2).map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, 'W/"8"'])
  })
})
