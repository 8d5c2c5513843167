import { beforeEach, expect, it, vi } from 'vitest'
import type { Action } from './queue'

const POST = vi.fn<(path: string, sent: { body: object }) => Promise<object>>(async () => ({ data: { warnings: [] } }))
vi.mock('@/api/client', () => ({ api: { POST }, dataOf: async (sent: Promise<{ data: object }>) => (await sent).data }))
const { sendAction } = await import('./send')

const action = (ago: number): Action => ({
  ...{ id: 'one', person: 1, date: '2026-11-20', orderId: 5, bookingIds: [7], who: 'Ana' },
  occurredAt: new Date(Date.now() - ago).toISOString(),
  status: { id: 2, slug: 'checked_in' },
})

beforeEach(() => POST.mockClear())

it('sends what was just tapped as happening now, which the server may refuse', async () => {
  await sendAction(action(50), true)
  expect(POST.mock.calls[0]?.[1].body).toMatchObject({ occurred_at: null, client_action_id: 'one' })
})

it.each([
  ['was tapped a while ago', 60_000, true],
  ['was tried before', 50, false],
])('sends what %s with its own time', async (_, ago, isFirst) => {
  const one = action(ago)
  await sendAction(one, isFirst)
  expect(POST.mock.calls[0]?.[1].body).toMatchObject({ occurred_at: one.occurredAt })
})
