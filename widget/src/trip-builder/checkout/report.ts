/** Tells the visitor what failed, after looking whether the server's state explains it better than the error does. */
import { ApiError, get, post } from '../../api'
import { bookingCnt, partySize, quantitiesBody } from '../guests'
import { saveCheckout } from '../session'
import { isOrdered, type Timeslot, type TimeslotRef, type Trip } from '../types'
import type { Purchase } from './checkout'
import { failureEvent } from './failures'
import type { Remedy } from './flow'

/** Times that still take the party: what the server proposes, else what the same day has left. */
async function findAlternatives({ store }: Purchase): Promise<TimeslotRef[]> {
  const { timeslot, quantities, prices, experienceId } = store.get()
  if (!timeslot) return []
  const body = { quantities: quantitiesBody(quantities), method: 'ecommerce' }
  const proposed = await post<{ alternatives: TimeslotRef[] }>(`/api/timeslot/${timeslot.id}/isBookable`, body)
    .then((answer) => answer.alternatives)
    .catch(() => [])
  if (proposed.length > 0) return proposed
  const seats = prices ? partySize(quantities, prices.prices) : bookingCnt(quantities)
  const path = `/api/timeslots/getForExperienceDate/${experienceId}/${timeslot.date}`
  const sameDay = await get<Timeslot[]>(path).catch(() => [])
  return sameDay.filter(
    (slot) => slot.is_bookable && slot.id !== timeslot.id && (slot.is_unlimited || slot.online_availability_cnt >= seats),
  )
}

/** Errors that speak of a trip that moved on without this page: booked in another tab, paid, or gone. */
const OVERTAKEN = new Set(['already_done', 'nothing_due', 'not_found'])

/** Brings the page to where the trip is. False when the trip does not explain the error. */
async function catchUp({ store }: Purchase): Promise<boolean> {
  const { trip } = store.get()
  if (!trip) return false
  try {
    const fresh = await get<Trip>(`/api/trip/${trip.hash}/get`)
    if (isOrdered(fresh)) store.dispatch({ type: 'finished', trip: fresh })
    else if (fresh.totals.due_now > 0 || fresh.is_expired) return false
    else {
      store.dispatch({ type: 'tripChanged', trip: fresh })
      store.dispatch({ type: 'intentReady', intent: null })
    }
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) return false
    saveCheckout(null)
    store.dispatch({ type: 'tripLost' })
    return true
  }
}

/** Shows what failed; `remedy` is what "Try again" does. When seats are gone, looks for others. */
export async function reportFailure(purchase: Purchase, error: unknown, remedy: Remedy): Promise<void> {
  const { dispatch } = purchase.store
  if (error instanceof ApiError && OVERTAKEN.has(error.code) && (await catchUp(purchase))) return
  const event = failureEvent(error, remedy)
  dispatch(event)
  if (event.type !== 'problemMet' || (event.problem.kind !== 'soldOut' && event.problem.kind !== 'gone')) return
  dispatch({ type: 'alternativesFound', alternatives: await findAlternatives(purchase) })
}
