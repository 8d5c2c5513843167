/** What the page says about a trip: pure rules, the same here and on the server. */
import { fullName as nameOf } from '../names'
import type { Action, ActionName, Guest, Portal, PortalOrder, Tier, TripOrder } from './types'
import type { Panel } from './ui'

/** How the trip stands, for the words on top of the page. */
export type Stage = 'coming' | 'open' | 'over' | 'canceled' | 'bought'

const endOf = ({ timeslot }: TripOrder): number => Date.parse(timeslot?.end_at ?? timeslot?.start_at ?? '')

export const isActive = ({ status }: TripOrder): boolean => status !== 'cancelled' && status !== 'deleted'

/** The trip's orders that take place, the first one first; those without a date last. */
export const activeOrders = ({ trip }: Portal): TripOrder[] =>
  trip.tripOrders.filter(isActive).sort((a, b) => (Date.parse(a.timeslot?.start_at ?? '') || Infinity) - (Date.parse(b.timeslot?.start_at ?? '') || Infinity))

/** `now` in milliseconds since 1970. */
export function stageOf(portal: Portal, now: number): Stage {
  const { tripOrders, schedule_state, giftCards } = portal.trip
  const orders = activeOrders(portal)
  if (schedule_state === 'cancelled' || (orders.length === 0 && tripOrders.length > 0)) return 'canceled'
  if (orders.length === 0) return giftCards.length > 0 ? 'bought' : 'open'
  if (orders.every((order) => endOf(order) < now)) return 'over'
  return orders.some(({ timeslot }) => timeslot) ? 'coming' : 'open'
}

/** Days from now to the first start, on the operator's calendar; null without one, or when it has passed. */
export function daysLeft(portal: Portal, now: number): number | null {
  const { timeslot } = activeOrders(portal).find((order) => endOf(order) >= now) ?? {}
  if (!timeslot) return null
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: portal.properties.time_zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
  const days = Math.round((Date.parse(timeslot.date) - Date.parse(today)) / 86_400_000)
  return days >= 0 ? days : null
}

const SIGNED = new Set(['signed', 'marked_signed', 'not_applicable'])

/** How many guests have a waiver to sign. */
export function unsignedCount({ waivers_required: required }: Portal): number {
  const open = required.flatMap(({ guests }) => guests.filter(({ state }) => !SIGNED.has(state)).map((guest) => guest.booking_id))
  return new Set(open).size
}

/** The one thing that waits for the customer, most pressing first. */
export type Step = 'confirmMove' | 'pay' | 'sign' | 'review' | null

export const pendingMoves = ({ orders }: Portal): PortalOrder[] => orders.filter(({ pending_move }) => pending_move !== null)

export function nextStep(portal: Portal): Step {
  if (pendingMoves(portal).length > 0) return 'confirmMove'
  if (portal.payments.due_amount > 0 && portal.payments.is_payable) return 'pay'
  if (unsignedCount(portal) > 0) return 'sign'
  return portal.actions.review.is_allowed && !portal.review ? 'review' : null
}

export const partsOf = (portal: Portal, orderId: number): PortalOrder | null => portal.orders.find(({ trip_order_id: id }) => id === orderId) ?? null

export const placeOf = (portal: Portal, orderId: number): Portal['places'][number] | null => portal.places.find(({ trip_order_id: id }) => id === orderId) ?? null

export const fullName = (guest: { first_name: string; last_name: string }): string => nameOf(guest.first_name, guest.last_name)

/** Guests by name, and the others counted by their ticket. */
export function namesAndTickets(guests: readonly Guest[]): { names: string[]; tickets: [string, number][] } {
  const names = guests.map(fullName).filter(Boolean)
  const tickets = new Map<string, number>()
  for (const guest of guests) if (!fullName(guest)) tickets.set(guest.ticket, (tickets.get(guest.ticket) ?? 0) + 1)
  return { names, tickets: [...tickets] }
}

/** What of a trip can be changed by the customer, order by order. */
export const CHANGES = ['rebook', 'add_guests', 'cancel'] as const

/** Reasons that say something to a customer; the others are plain from the page itself. */
const WORTH_SAYING = new Set(['off', 'partner', 'under_review', 'cutoff', 'started', 'limit', 'unscheduled', 'checked_in', 'locked', 'paying'])

export type Refusal = { name: (typeof CHANGES)[number]; reason: string; until: string | null }

/** What may not be changed of an order, with why; what is not offered at all only where nothing is. */
export function refusals(actions: Record<(typeof CHANGES)[number], Action>): Refusal[] {
  const isAnyAllowed = CHANGES.some((name) => actions[name].is_allowed)
  return CHANGES.flatMap((name) => {
    const { is_allowed, reason, until } = actions[name]
    const isSaid = !is_allowed && reason !== null && WORTH_SAYING.has(reason) && !(reason === 'off' && isAnyAllowed)
    return isSaid ? [{ name, reason, until }] : []
  })
}

/** The same reason for everything is said once. */
export const isOneReason = (found: readonly Refusal[]): boolean => new Set(found.map(({ reason }) => reason)).size === 1

export const policyOf = (portal: Portal, orderId: number): Portal['policies'][number] | null =>
  portal.policies.find(({ trip_order_id: id }) => id === orderId) ?? null

/** What may be done with one order; where its policy says nothing, as with the trip. */
export function actionsOf(portal: Portal, orderId: number): Record<(typeof CHANGES)[number], Action> {
  const { rebook, cancel, add_guests } = policyOf(portal, orderId) ?? portal.actions
  return { rebook, cancel, add_guests }
}

/** What the operator called off and lets the customer book anew, null for nothing. */
export function offerOf(portal: Portal, order: TripOrder): 'same' | 'any' | null {
  const policy = policyOf(portal, order.id)
  return !isActive(order) && policy?.rebook.is_allowed ? policy.rebook_offer : null
}

/** The order that an address names for another time, if it may have one. */
function orderToMove(portal: Portal, search: string): number | null {
  const id = Number(new URLSearchParams(search).get('move'))
  const order = portal.trip.tripOrders.find((one) => one.id === id)
  return order && policyOf(portal, id)?.rebook.is_allowed ? id : null
}

/** What an address opens of the page: a message about what was called off, or one that asks for a review. */
export function panelAt(portal: Portal, { search, hash }: Pick<Location, 'search' | 'hash'>): Panel | null {
  const orderId = orderToMove(portal, search)
  if (orderId !== null) return { name: 'move', orderId }
  return hash === '#review' && isAllowed(portal, 'review') ? { name: 'review' } : null
}

export const isAllowed = ({ actions }: Portal, name: ActionName): boolean => actions[name].is_allowed

/** The steps of a cancellation policy that are still to come, the first one first, and the one that holds from then on. */
export function stepsOf(tiers: readonly Tier[], now: number): Tier[] {
  const ordered = [...tiers].sort((a, b) => b.hours_before - a.hours_before)
  return ordered.filter(({ until }) => until === null || Date.parse(until) > now)
}

/** A share in millionths as a whole percentage, or with one digit where it needs one. */
export const percentOf = (ppm: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(ppm / 1_000_000)

/** A difference with its sign, which stays with the amount in any direction; nothing where there is none. */
export const signed = (difference: number, money: (minor: number) => string): string =>
  difference === 0 ? '' : money(Math.abs(difference)).replace(/^\u2066?/, `$&${difference > 0 ? '+' : '−'}`)
