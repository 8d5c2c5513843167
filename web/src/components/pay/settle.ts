import { ApiError } from '@/api/client'
import { confirmIntent } from './api'
import type { Attempts } from './attempts'
import type { StripeError } from './stripe'
import type { Confirmed, Outcome, PayHost } from './types'

/** The fields say themselves what is wrong with them. */
export class Unfinished extends Error {}

/** What the gateway's fields refused, as the server would have said it. */
export function refusal(error: StripeError): Error {
  if (error.type === 'validation_error') return new Unfinished(error.message)
  const isDecline = error.type === 'card_error'
  return new ApiError(402, {
    code: isDecline ? 'card_declined' : 'gateway_error',
    message: error.message ?? '',
    detail: { decline_code: error.decline_code ?? error.code ?? '' },
  })
}

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** How long the window waits for the gateway's word before it says that the payment is still on its way. */
const TURNS = 8
const TURN = 900

/** Ask how a payment stands until that is known, and show the trip as it is then. */
export async function settled(host: PayHost, attempts: Attempts, intent: number, amount: number): Promise<Outcome> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { trip, status, message } = await ask(host, attempts, intent)
    if (status === 'succeeded') return { kind: 'paid', trip, amount, change: 0 }
    if (status === 'requires_capture') return { kind: 'held', trip, amount }
    if (status === 'underpaid') return kept(trip, amount)
    if (status !== 'processing') throw declined(status, message)
    if (turn === TURNS - 1) return { kind: 'pending', trip, amount }
    await wait(TURN)
  }
  throw new Error('unreachable')
}

/** The cart costs more by now: what came in is kept, and the trip says that it is not booked. */
export const kept = (trip: Confirmed['trip'], amount: number): Outcome =>
  trip.totals.paid > 0 ? { kind: 'paid', trip, amount, change: 0 } : { kind: 'held', trip, amount }

async function ask(host: PayHost, attempts: Attempts, intent: number): Promise<Confirmed> {
  let answer: Confirmed | null = null
  const trip = await host.ask(async (now) => {
    answer = await confirmIntent(attempts, now, intent)
    return { trip: answer.trip, warnings: [] }
  })
  return { ...(answer as unknown as Confirmed), trip }
}

export const declined = (status: Confirmed['status'], message: string | null) =>
  new ApiError(402, {
    code: status === 'requires_action' ? 'authentication_required' : 'card_declined',
    message: message ?? '',
    detail: {},
  })
