/** Tells the visitor what failed, after looking whether the server's state explains it better than the error does. */
import { ApiError, get, post } from '../../api'
import { bookingCnt, partySize, quantitiesBody } from '../guests'
import { activeOrders, isOrdered, type OrderAddons, type Timeslot, type TimeslotRef, type Trip } from '../types'
import { forgetTrip, type Purchase } from './checkout'
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
const OVERTAKEN = new Set(['already_done', 'nothing_due', 'not_found', 'paid_at_partner'])

/** Errors after which the cart comes to something else than was shown. */
const REPRICED = new Set(['amount_changed', 'price_changed', 'payment_required', 'offer_invalid'])

async function showAsItIs({ store }: Purchase): Promise<void> {
  const { trip } = store.get()
  if (!trip) return
  await get<Trip>(`/api/trip/${trip.hash}/get`)
    .then((fresh) => store.dispatch({ type: 'tripChanged', trip: fresh }))
    .catch(() => undefined)
}

/** Brings the page to where the trip is. False when the trip does not explain the error. */
async function catchUp(purchase: Purchase): Promise<boolean> {
  const { store } = purchase
  const { trip } = store.get()
  if (!trip) return false
  try {
    const fresh = await get<Trip>(`/api/trip/${trip.hash}/get`)
    if (isOrdered(fresh)) store.dispatch({ type: 'finished', trip: fresh })
    else if (fresh.totals.due_now > 0 || fresh.is_expired) return false
    else store.dispatch({ type: 'tripChanged', trip: fresh })
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) return false
    forgetTrip(purchase)
    store.dispatch({ type: 'tripLost' })
    return true
  }
}

/** Opens the order whose add-ons are objected to, when another one is open. */
async function openRefused({ store }: Purchase, places: readonly string[]): Promise<void> {
  const { trip, orderId } = store.get()
  const owners = new Set(places.map((place) => Number(place.split('/')[1])))
  const orders = activeOrders(trip)
  const owner = orders.find(({ bookings }) => bookings.some(({ id }) => owners.has(id)))
  const order = owner ?? orders.find(({ id }) => id === orderId) ?? orders[0]
  if (!trip || !order || (order.id === orderId && store.get().extras)) return
  store.dispatch({ type: 'orderOpened', order })
  await get<OrderAddons>(`/api/tripOrder/${order.id}/addons/get?trip=${trip.hash}`)
    .then((extras) => store.dispatch({ type: 'extrasLoaded', extras }))
    .catch(() => undefined)
}

/** Shows what failed; `remedy` is what "Try again" does. When seats are gone, looks for others. */
export async function reportFailure(purchase: Purchase, error: unknown, remedy: Remedy): Promise<void> {
  const { dispatch } = purchase.store
  if (error instanceof ApiError && OVERTAKEN.has(error.code) && (await catchUp(purchase))) return
  if (error instanceof ApiError && REPRICED.has(error.code)) await showAsItIs(purchase)
  const event = failureEvent(error, remedy)
  if (event.type === 'picksRefused') await openRefused(purchase, Object.keys(event.errors))
  dispatch(event)
  if (event.type !== 'problemMet' || (event.problem.kind !== 'soldOut' && event.problem.kind !== 'gone')) return
  dispatch({ type: 'alternativesFound', alternatives: await findAlternatives(purchase) })
}
