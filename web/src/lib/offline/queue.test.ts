import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, offlineError } from '@/api/client'
import { emptyStore } from './database'
import {
  dismissReports,
  enqueue,
  flush,
  onOutcome,
  queueState,
  startQueue,
  waitingOf,
  type Action,
  type Send,
} from './queue'

const refusal = new ApiError(409, { code: 'not_sold', message: 'The trip is not booked.', detail: {} })

function action(id: string, occurredAt = new Date().toISOString()): Action {
  const what = { date: '2026-11-20', orderId: 5, bookingIds: [7], status: { id: 2, slug: 'checked_in' } }
  return { id, person: 1, occurredAt, who: 'Mara Lund', ...what }
}

const done = vi.fn<Send>(async () => ({ warnings: [] }))
const lost = vi.fn<Send>(async () => {
  throw offlineError()
})

beforeEach(async () => {
  vi.clearAllMocks()
  await Promise.all([emptyStore('actions'), emptyStore('reports')])
})

const sent = (send: typeof done) => send.mock.calls.map(([one]) => one.id)

it('sends at once when there is a way', async () => {
  await startQueue(1, done)
  await enqueue(action('a'))
  expect(sent(done)).toEqual(['a'])
  expect(queueState()).toMatchObject({ waiting: [], reports: [], isReachable: true })
})

it('keeps what finds no way, and sends it later by the time of its tap', async () => {
  await startQueue(1, lost)
  await enqueue(action('late', '2026-11-20T10:05:00Z'))
  await enqueue(action('early', '2026-11-20T10:01:00Z'))
  expect(queueState().waiting.map((one) => one.id)).toEqual(['early', 'late'])
  expect(queueState().isReachable).toBe(false)

  await startQueue(1, done)
  expect(sent(done)).toEqual(['early', 'late'])
  expect(queueState()).toMatchObject({ waiting: [], isReachable: true })
})

it('knows what waits before it has begun again', async () => {
  await startQueue(1, lost)
  await enqueue(action('mine'))
  await startQueue(2, lost)
  expect(queueState().waiting).toEqual([])
  expect((await waitingOf(1)).map((one) => one.id)).toEqual(['mine'])
  expect(await waitingOf(2)).toEqual([])
})

it('stops at the first that finds no way, so that nothing overtakes it', async () => {
  await startQueue(1, lost)
  await enqueue(action('first', '2026-11-20T10:01:00Z'))
  await enqueue(action('second', '2026-11-20T10:02:00Z'))
  lost.mockClear()
  await flush()
  expect(sent(lost)).toEqual(['first'])
})

it('leaves the actions of somebody else alone', async () => {
  await startQueue(1, lost)
  await enqueue(action('mine'))
  await startQueue(2, done)
  expect(sent(done)).toEqual([])
  expect(queueState().waiting).toEqual([])
  await startQueue(1, done)
  expect(sent(done)).toEqual(['mine'])
})

it('reports what the server settled otherwise, until it is read', async () => {
  const send = vi.fn<Send>(async () => ({ warnings: [{ code: 'conflict', message: 'The desk was later.' }] }))
  await startQueue(1, send)
  await enqueue(action('a', '2026-11-20T10:01:00Z'))
  expect(queueState().reports).toMatchObject([{ kind: 'conflict', who: 'Mara Lund', text: 'The desk was later.' }])
  await startQueue(1, done)
  expect(queueState().reports).toHaveLength(1)
  await dismissReports()
  await startQueue(1, done)
  expect(queueState().reports).toEqual([])
})

it('tells of a refusal, and reports one that comes when nobody looks any more', async () => {
  const refuse = vi.fn<Send>(async () => {
    throw refusal
  })
  const told = vi.fn()
  const forget = onOutcome(told)
  await startQueue(1, refuse)
  await enqueue(action('now'))
  expect(queueState()).toMatchObject({ waiting: [], reports: [] })
  await enqueue(action('long ago', '2026-11-20T10:01:00Z'))
  forget()
  expect(queueState().reports).toMatchObject([{ kind: 'refused', text: 'The trip is not booked.' }])
  expect(told.mock.calls.map(([one]) => one.error)).toEqual([refusal, refusal])
})

it('keeps what came while another one was on its way', async () => {
  let release = () => {}
  const slow = vi.fn<Send>(async ({ id }) => {
    if (id === 'a') await new Promise<void>((resolve) => (release = resolve))
    return { warnings: [] }
  })
  await startQueue(1, slow)
  const both = [enqueue(action('a', '2026-11-20T10:01:00Z'))]
  await vi.waitFor(() => expect(slow).toHaveBeenCalled())
  both.push(enqueue(action('b', '2026-11-20T10:02:00Z')))
  release()
  await Promise.all(both)
  expect(sent(slow)).toEqual(['a', 'b'])
  expect(queueState().waiting).toEqual([])
})

it('says whether an action was tried before, and hands on what there is to know of it', async () => {
  const warnings = [{ code: 'waiver_missing', message: 'The waiver isn’t signed yet: Mara Lund.' }]
  const told = vi.fn()
  const forget = onOutcome(told)
  await startQueue(1, lost)
  await enqueue(action('once'))
  const send = vi.fn<Send>(async () => ({ warnings }))
  await startQueue(1, send)
  await enqueue(action('twice'))
  forget()
  expect(send.mock.calls.map(([one, isFirst]) => [one.id, isFirst])).toEqual([
    ['once', false],
    ['twice', true],
  ])
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ warnings, error: undefined }))
})
