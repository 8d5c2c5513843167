import { post, read } from './send'
import type { Change, Trip } from './types'

/** Mails the receipt of a payment; the call says nothing of the trip, so it is read again. */
export const mailReceipt = (trip: string, customer: number, tripPayment: number): Change['send'] => {
  const at = { trip, customer, tripPayment, messageType: 'receipt' }
  return async () => {
    await post('/trip/message/send/{customer}/{messageType}/{trip}/{tripPayment}', at, {})
    return { trip: await read<Trip>('/api/trip/{trip}/get', { trip }), warnings: [] }
  }
}
