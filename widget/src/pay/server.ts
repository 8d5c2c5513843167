/** The calls of the payment page. */
import { get, post } from '../api'
import type { Choice } from './amount'
import { asLink, isInvoice, type InvoiceLink } from './invoice'
import type { Intent, Outcome, PayLink } from './types'

const at = (secret: string, deed = ''): string =>
  `/api/${isInvoice(secret) ? 'invoiceLink' : 'paymentLink'}/${encodeURIComponent(secret)}${deed}`

export const openLink = async (secret: string): Promise<PayLink> =>
  isInvoice(secret) ? asLink(await get<InvoiceLink>(at(secret, '/get'))) : get<PayLink>(at(secret, '/get'))

/** What is asked of the server when somebody pays; the amount is what the page showed. */
export type Wanted = { amount: number; tip_amount: number; booking_ids?: number[] } | { amount: number; balance: number }

export const wantedOf = (choice: Choice, amount: number, tip: number, isTab: boolean): Wanted => ({
  amount,
  tip_amount: tip,
  ...(isTab && { booking_ids: [...choice.guests] }),
})

export const createIntent = (secret: string, wanted: Wanted, idempotencyKey: string): Promise<Intent> =>
  post<Intent>(at(secret, '/createIntent'), wanted, { idempotencyKey })

export async function confirm(secret: string, intent_id: number): Promise<Outcome> {
  if (!isInvoice(secret)) return post<Outcome>(at(secret, '/confirm'), { intent_id })
  const told = await post<Omit<Outcome, 'link'> & { link: InvoiceLink }>(at(secret, '/confirm'), { intent_id })
  return { ...told, link: asLink(told.link) }
}

export const applyGiftCard = (secret: string, code: string): Promise<PayLink> =>
  post<PayLink>(at(secret, '/giftCard/apply'), { code })

export const removeGiftCard = (secret: string): Promise<PayLink> => post<PayLink>(at(secret, '/giftCard/unapply'), {})
