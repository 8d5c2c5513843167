/** Offer codes and gift cards: one field takes both, the server knows which it is. */
import { ApiError, NetworkError, post } from '../../api'
import type { TripKey } from '../../messages/trip'
import type { Trip, TripAnswer } from '../types'
import { exclusively, keepTrip, type Purchase } from './checkout'
import type { CodeProblem } from './flow'
import { reportFailure } from './report'

/** Sixteen letters and digits and a check character, however they are grouped. */
const looksLikeGiftCard = (code: string): boolean => code.replace(/[\s-]/g, '').length >= 16

const REASONS: Record<string, TripKey> = {
  unknown: 'codeUnknown',
  already_applied: 'codeTwice',
  not_stackable: 'codeNotWithOthers',
  nothing_to_pay: 'codeNothingToPay',
  used_up: 'codeUsedUp',
  customer_limit: 'codeUsedUp',
  inactive: 'codeExpired',
  not_yet: 'codeExpired',
  expired: 'codeExpired',
}

/** Why a gift card cannot be spent here, where that has other words than for an offer. */
const CARD_REASONS: Record<string, TripKey> = {
  pending: 'cardPending',
  void: 'cardVoid',
  suspended: 'cardSuspended',
  currency: 'cardCurrency',
  empty: 'codeEmpty',
  buys_a_card: 'cardForCard',
}

/** What is wrong with a code, or null when something else is wrong. */
export function codeProblem(error: unknown, code: string): CodeProblem | null {
  if (error instanceof NetworkError) return { key: 'networkLost' }
  if (!(error instanceof ApiError)) return null
  if (error.status === 429) return { key: 'codeTooMany' }
  if (error.code === 'validation_failed' || error.status === 404) return { key: 'codeUnknown' }
  if (error.code === 'payment_in_progress' || error.code === 'trip_locked') return { key: 'tripLocked' }
  if (error.code !== 'offer_invalid' && error.code !== 'gift_card_invalid') return null
  const reason = String(error.detail.reason)
  const ofCard = error.code === 'gift_card_invalid' ? CARD_REASONS[reason] : undefined
  const key = ofCard ?? REASONS[reason] ?? 'codeNotHere'
  return { key, ...(reason === 'not_stackable' && { replacing: code }) }
}

const addOffer = (trip: Trip, code: string, replace: boolean): Promise<TripAnswer> =>
  post(`/api/trip/${trip.hash}/payments/offerCode/add`, { code, replace })

const applyCard = (trip: Trip, code: string): Promise<TripAnswer> => post(`/api/trip/${trip.hash}/giftCard/apply`, { code })

const isUnknown = (error: unknown, code: string): boolean => codeProblem(error, code)?.key === 'codeUnknown'

async function applyEither(trip: Trip, code: string, replace: boolean): Promise<TripAnswer> {
  const ways = [() => addOffer(trip, code, replace), () => applyCard(trip, code)]
  if (looksLikeGiftCard(code)) ways.reverse()
  try {
    return await ways[0]!()
  } catch (error) {
    if (!isUnknown(error, code)) throw error
  }
  return ways[1]!()
}

async function change(purchase: Purchase, code: string, call: (trip: Trip) => Promise<TripAnswer>): Promise<boolean> {
  const { store } = purchase
  let isDone = false
  await exclusively(purchase, 'code', async () => {
    const { trip } = store.get()
    if (!trip) return
    store.dispatch({ type: 'codeRefused', problem: null })
    try {
      const { trip: changed } = await call(trip)
      keepTrip(purchase, changed)
      store.dispatch({ type: 'tripChanged', trip: changed })
      isDone = true
    } catch (error) {
      const problem = codeProblem(error, code)
      if (problem) store.dispatch({ type: 'codeRefused', problem })
      else await reportFailure(purchase, error, 'renewHold')
    }
  })
  return isDone
}

/** Puts an offer code or a gift card on the cart. True when it was taken. */
export const applyCode = (purchase: Purchase, code: string, replace = false): Promise<boolean> =>
  change(purchase, code, (trip) => applyEither(trip, code, replace))

export const removeOffer = (purchase: Purchase, id: number): Promise<boolean> =>
  change(purchase, '', (trip) => post(`/api/trip/${trip.hash}/payments/offerCode/remove`, { offer_code_id: id }))

export const removeCard = (purchase: Purchase, id: number): Promise<boolean> =>
  change(purchase, '', (trip) => post(`/api/trip/${trip.hash}/giftCard/unapply`, { payment_id: id }))
