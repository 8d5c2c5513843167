import type { CustomerMessage, HistoryEntry } from '@/api/models'
import { post, read } from './send'
import type { Change, Trip } from './types'

/** What staff can send a trip's customer again; a receipt is of one payment. */
type Mail = { kind: 'confirmation' } | { kind: 'waiver_reminder'; channel: Way } | { kind: 'receipt'; payment: number }
type Way = 'email' | 'sms'

/** Sends something about the trip; the call says nothing of the trip, so it is read again. */
export const mailAgain = (trip: string, customer: number, mail: Mail): Change['send'] => {
  const tripPayment = mail.kind === 'receipt' ? mail.payment : 0
  const at = { trip, customer, tripPayment, messageType: mail.kind }
  return async () => {
    const query = mail.kind === 'waiver_reminder' ? { channel: mail.channel } : {}
    await post('/trip/message/send/{customer}/{messageType}/{trip}/{tripPayment}', at, {}, query)
    return { trip: await read<Trip>('/api/trip/{trip}/get', { trip }), warnings: [] }
  }
}

/** To whom a confirmation can be sent again; null when it cannot. */
export function confirmable(trip: Trip): { customer: number; to: string } | null {
  const { customer, contact } = trip
  return isSold(trip) && customer && contact.email ? { customer: customer.id, to: contact.email } : null
}

const isSold = ({ status, schedule_state }: Trip) => status.slug === 'reserved' && schedule_state !== 'cancelled'

/** By which ways the customer can be reminded to sign, by email first; null when by none. */
export function remindable(trip: Trip): { customer: number; ways: Way[] } | null {
  const { customer, contact } = trip
  const ways: Way[] = [...(contact.email ? ['email' as const] : []), ...(contact.phone ? ['sms' as const] : [])]
  return isSold(trip) && customer && ways.length > 0 ? { customer: customer.id, ways } : null
}

export const messageKinds = [
  'confirmation',
  'cancellation',
  'rebooking',
  'payment_request',
  'receipt',
  'waiver_reminder',
  'waitlist',
  'gift_card',
  'question',
  'answer',
] as const

/** Whether a message may still change by itself. */
export const isUnderWay = ({ status }: Pick<CustomerMessage, 'status'>) => ['queued', 'sending'].includes(status)

/** Which message an entry of the history is about, and to whom it went. */
export function messageOf({ action, changes }: Pick<HistoryEntry, 'action' | 'changes'>) {
  if (!action.startsWith('message.') && action !== 'trip.message_sent') return null
  const after = (field: string) => changes.find((one) => one.field === field)?.after
  const kind = messageKinds.find((one) => one === (after('category') ?? after('kind')))
  const to = after('to')
  return { kind: kind ?? null, to: typeof to === 'string' ? to : '' }
}
