import { ApiError } from '@/api/client'
import type { Attempts } from './attempts'
import { confirmIntent, createIntent } from './api'
import type { Sums } from './model'
import { postOnce } from './send'
import { declined, kept } from './settle'
import type { Confirmed, Outcome, PayHost, Taking } from './types'

type Asked = {
  host: PayHost
  attempts: Attempts
  taking: Taking
  sums: Sums
  /** Aborted when somebody wants it to end. */
  stop: AbortSignal
}

const TURN = 1_200
/** A guest may look for their card for so long before the reader is let go. */
const LONGEST = 120_000

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Sends the amount to a reader and waits for the card; ends it there when somebody cancels or nobody comes. */
export async function payAtReader({ host, attempts, taking, sums, stop }: Asked): Promise<Outcome> {
  const intent = await createIntent(attempts, host.trip, taking, sums, 'pos_terminal')
  const until = Date.now() + LONGEST
  for (;;) {
    await wait(TURN)
    const { trip, status, message } = await look(host, attempts, intent.intent_id)
    if (status === 'succeeded') return { kind: 'paid', trip, amount: sums.total, change: 0 }
    if (status === 'requires_capture') return { kind: 'held', trip, amount: sums.total }
    if (status === 'underpaid') return kept(trip, sums.total)
    if (status === 'canceled' || status === 'refunded' || status === 'cart_changed') throw declined(status, message)
    if (message && status === 'requires_method') throw declined(status, message)
    if (!stop.aborted && Date.now() < until) continue
    await letGo(attempts, host, intent.intent_id)
    if (!stop.aborted) throw new ApiError(408, { code: 'reader_timeout', message: '', detail: {} })
    throw new ApiError(499, { code: 'reader_canceled', message: '', detail: {} })
  }
}

async function look(host: PayHost, attempts: Attempts, intent: number): Promise<Confirmed> {
  let answer: Confirmed | null = null
  const trip = await host.ask(async (now) => {
    answer = await confirmIntent(attempts, now, intent)
    return { trip: answer.trip, warnings: [] }
  })
  return { ...(answer as unknown as Confirmed), trip }
}

const letGo = (attempts: Attempts, { trip }: PayHost, intent_id: number) =>
  postOnce(attempts, '/api/payment/trip/{trip}/intent/cancel', { trip: String(trip.id) }, { intent_id })
