import { queryOptions } from '@tanstack/react-query'
import type { TripFull } from '@/api/models'
import type { Attempts } from './attempts'
import { tipOf, type Sums } from './model'
import { postOnce, readAt } from './send'
import type { Confirmed, Intent, PayLink, Reader, SavedCard, Share, Taking, TripAnswer } from './types'

const at = (trip: TripFull) => ({ trip: String(trip.id) })

/** Cards that may pay this trip: the customer's, their reseller's and the agent's. */
export const cardsQuery = (trip: number, version: number) =>
  queryOptions({
    queryKey: ['pay', 'cards', trip, version],
    queryFn: () => readAt<SavedCard[]>('/api/trip/{trip}/availableCards/get', { trip }),
    staleTime: 60_000,
  })

/** What each guest of a trip still owes. */
export const tabQuery = (trip: number, version: number) =>
  queryOptions({
    queryKey: ['pay', 'tab', trip, version],
    queryFn: async () => (await readAt<{ data: Share[] }>('/api/trip/{trip}/tab/get', { trip })).data,
    staleTime: 60_000,
  })

/** Card readers of the operator. */
export const readersQuery = () =>
  queryOptions({
    queryKey: ['pay', 'readers'],
    queryFn: async () => (await readAt<{ readers: Reader[] }>('/api/payments/readers/get')).readers,
    staleTime: 30_000,
    // Where the service is away there is no reader to choose: the other ways are there at once.
    retry: false,
  })

/** What is asked for, as the server wants to hear it: an amount only where it is not one of the parts. */
function asked({ part, typed, bookings }: Taking, { amount }: Sums) {
  const amount_mode = typed === null ? part : 'custom'
  return {
    amount_mode,
    ...(amount_mode === 'custom' ? { amount } : {}),
    booking_ids: amount_mode === 'tab' ? bookings : [],
  }
}

/** Money that is here: cash, a cheque, a card that is kept. */
export function addPayment(attempts: Attempts, trip: TripFull, taking: Taking, sums: Sums, notify: boolean) {
  const { part, typed, bookings, note, card } = taking
  const body = {
    amount: sums.amount,
    tip_amount: tipOf(taking),
    note: note.trim(),
    booking_ids: part === 'tab' && typed === null ? bookings : [],
    notify,
    // What the partner owes is not asked for here: whoever takes it anyway settles that with them.
    ...(taking.isAnyway ? { allow_partner_paid: true, allow_overpay: true } : {}),
    ...(card && taking.way === 'saved' ? { saved_card_id: card.id, card_owner: card.owner } : handed(taking)),
  }
  return postOnce<TripAnswer>(attempts, '/api/trip/{trip}/payment/add', at(trip), body)
}

/** How money was handed over. */
const handed = ({ way, other, given, reference }: Taking) =>
  way === 'cash' ? { method: 'cash', tendered: given } : { method: other, reference: reference.trim() }

/** Book a draft with money that is here; `expected_total` is what the guest was told. */
export function payDirectly(attempts: Attempts, trip: TripFull, taking: Taking, sums: Sums, notify: boolean) {
  const body = {
    ...handed(taking),
    amount: sums.amount,
    tip_amount: tipOf(taking),
    expected_total: trip.totals.total,
    notify,
  }
  return postOnce<TripAnswer>(attempts, '/api/trip/{trip}/directPay/convert', at(trip), body)
}

/** Book a draft that owes nothing any more. */
export const reserve = (attempts: Attempts, trip: TripFull, notify: boolean) =>
  postOnce<TripAnswer>(attempts, '/api/trip/{trip}/reserve', at(trip), { notify })

/** The trip as it is by now, where a call does not say so itself. */
export const readTrip = (trip: TripFull) => readAt<TripFull>('/api/trip/{trip}/get', at(trip))

/** Part of a gift card's value, as far as it goes. */
export const applyGiftCard = (attempts: Attempts, trip: TripFull, code: string, amount: number) =>
  postOnce<TripAnswer>(attempts, '/api/trip/{trip}/giftCard/apply', at(trip), { code: code.trim(), amount })

type Channel = 'moto' | 'pos_terminal'

/** Ask the gateway for what its own fields need. */
export function createIntent(attempts: Attempts, trip: TripFull, taking: Taking, sums: Sums, channel: Channel) {
  const body = {
    ...asked(taking, sums),
    tip_amount: tipOf(taking),
    channel,
    capture: taking.isHold ? 'manual' : 'automatic',
    save_card: taking.isKept,
    ...(channel === 'pos_terminal' ? { reader_id: taking.reader } : {}),
  }
  return postOnce<Intent>(attempts, '/api/payment/trip/{trip}/createIntent', at(trip), body)
}

export const updateIntent = (attempts: Attempts, trip: TripFull, intent_id: number, taking: Taking, sums: Sums) =>
  postOnce<Intent>(attempts, '/api/payment/trip/{trip}/intent/update', at(trip), {
    intent_id,
    ...asked(taking, sums),
    tip_amount: tipOf(taking),
  })

/** How a payment stands at the gateway; asking is harmless, so it needs no key of its own. */
export const confirmIntent = (attempts: Attempts, trip: TripFull, intent_id: number) =>
  postOnce<Confirmed>(attempts, '/api/payments/trip/{trip}/confirm', at(trip), { intent_id })

export type LinkWanted = { send_by: 'email' | null; days: number }

/** An address under which somebody pays by themselves. */
export const makeLink = (attempts: Attempts, trip: TripFull, taking: Taking, sums: Sums, wanted: LinkWanted) =>
  postOnce<PayLink>(attempts, '/api/trip/{trip}/paymentLink/create', at(trip), { ...asked(taking, sums), ...wanted })
