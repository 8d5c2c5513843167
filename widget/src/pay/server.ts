/** The calls of the payment page. */
import { get, post } from '../api'
import type { Choice } from './amount'
import type { Intent, Outcome, PayLink } from './types'

const at = (secret: string, deed = ''): string => `/api/paymentLink/${encodeURIComponent(secret)}${deed}`

export const openLink = (secret: string): Promise<PayLink> => get<PayLink>(at(secret, '/get'))

/** What is asked of the server when somebody pays; the amount is what the page showed. */
export type Wanted = { amount: number; tip_amount: number; booking_ids?: number[] }

export const wantedOf = (choice: Choice, amount: number, tip: number, isTab: boolean): Wanted => ({
  amount,
  tip_amount: tip,
  ...(isTab && { booking_ids: [...choice.guests] }),
})

export const createIntent = (secret: string, wanted: Wanted, idempotencyKey: string): Promise<Intent> =>
  post<Intent>(at(secret, '/createIntent'), wanted, { idempotencyKey })

export const confirm = (secret: string, intent_id: number): Promise<Outcome> =>
  post<Outcome>(at(secret, '/confirm'), { intent_id })

export const applyGiftCard = (secret: string, code: string): Promise<PayLink> =>
  post<PayLink>(at(secret, '/giftCard/apply'), { code })

export const removeGiftCard = (secret: string): Promise<PayLink> => post<PayLink>(at(secret, '/giftCard/unapply'), {})
