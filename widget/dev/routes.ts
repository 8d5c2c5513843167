/** The JSON routes that the widget calls, answered from memory. */
import { addDays } from '../src/month.ts'
import { dateEntry, experienceOf, isOpen, freeIn, pricesOf, slotOf, slotsOf, timeslotJson, timeslotRef, TIME_ZONE, today, tourOf, tours } from './data.ts'
import { Refusal } from './refusal.ts'
import { hold, isHeld, mustFind, release, save, scenario, totalOf, tripJson, type Trip } from './trips.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any
type Handler = (args: string[], body: Body) => unknown

const warned = (trip: Trip) => ({ trip: tripJson(trip), warnings: [] })
const PAYMENT = { provider: 'stripe', publishable_key: 'pk_test_dev', script_url: '/dev/stripe.js', is_test: true }

const init: Handler = () => ({
  experiences: tours.map(experienceOf),
  properties: {
    currency: 'USD', locale: 'en-US', time_zone: TIME_ZONE, week_start: 0, ecom_phone_number: '+1 415 555 0134',
    label_activity_singular: 'tour', label_activity_plural: 'tours', price_display_mode: 'all_in', is_show_prices_on_calendar: true,
    hold_minutes_web: 15, brand_color: '#0f766e', logo_url: null, terms_html: '<p>Free cancellation up to 24 hours before the start.</p>', privacy_url: null,
  },
  account: { slug: 'demo', name: 'Pelican Cove Adventures' },
  accountSlug: 'demo', accounts: [], userRoles: [], userAvatar: null, permissions: [], bookingStatuses: [],
  isAuthenticated: false,
  payment: PAYMENT,
})

const range: Handler = ([first = '', last = '', experience], body) => {
  const dates: Record<string, unknown[]> = {}
  const chosen = experience ? [tourOf(Number(experience))].filter((tour) => tour !== undefined) : tours
  for (let date = first < today() ? today() : first; date <= last; date = addDays(date, 1)) {
    const entries = chosen.filter((tour) => slotsOf(tour, date).length > 0).map((tour) => dateEntry(tour, date, body.showPrices))
    if (entries.length > 0) dates[date] = entries
  }
  return { requestId: body.requestId, dates }
}

const timeslots: Handler = ([experience, date = '']) => slotsOf(tourOf(Number(experience))!, date).map(timeslotJson)

const prices: Handler = ([timeslot]) => {
  const slot = slotOf(Number(timeslot))
  if (!slot) throw new Refusal(404, 'not_found', 'There is no such timeslot.')
  return { timeslot_id: slot.id, method: 'ecommerce', currency: 'USD', prices: pricesOf(slot), min_pax: 1, max_pax: 10, valid_until: new Date(Date.now() + 9e5).toISOString() }
}

const isBookable: Handler = ([timeslot], body) => {
  const slot = slotOf(Number(timeslot))!
  const seats = body.quantities.reduce((sum: number, { qty }: { qty: number }) => sum + qty, 0)
  const near = [0, 1, 2, 3].flatMap((n) => slotsOf(slot.tour, addDays(slot.date, n)))
  const alternatives = near.filter((other) => other.id !== slot.id && isOpen(other) && freeIn(other) >= seats).slice(0, 6)
  return { bookable: freeIn(slot) >= seats, reason: freeIn(slot) >= seats ? null : 'sold_out', remaining: freeIn(slot), alternatives: alternatives.map(timeslotRef) }
}

const cancelHold: Handler = (_args, body) => {
  const trip = mustFind(body.trip)
  release(trip)
  return warned(trip)
}

let lastIntent = 0

const createIntent: Handler = ([hash = '']) => {
  const trip = mustFind(hash)
  if (!isHeld(trip)) hold(trip)
  trip.intent = { id: ++lastIntent, status: 'requires_payment_method' }
  return { intent_id: trip.intent.id, client_secret: `pi_${trip.intent.id}_secret_dev`, amount: totalOf(trip), currency: 'USD', publishable_key: PAYMENT.publishable_key, gateway: 'stripe', gateway_account: null, hold_expires_at: tripJson(trip).hold_expires_at }
}

const confirm: Handler = ([hash = '']) => {
  const trip = mustFind(hash)
  const status = scenario.confirm
  if (status === 'succeeded') Object.assign(trip, { status: 'converted', paid: totalOf(trip), holdExpiresAt: null })
  if (status === 'processing') scenario.confirm = 'succeeded'
  return { trip: tripJson(trip), status, next_action: null, message: null }
}

const convert: Handler = ([hash = ''], body) => {
  const trip = mustFind(hash)
  if (body.expected_total !== totalOf(trip)) throw new Refusal(409, 'price_changed', 'The price changed.', { total: totalOf(trip) })
  trip.status = 'converted'
  return warned(trip)
}

const routes: [string, RegExp, Handler][] = [
  ['POST', /^\/api\/init$/, init],
  ['POST', /^\/api\/experiences\/getInDateRange\/([^/]+)\/([^/]+)(?:\/(\d+))?$/, range],
  ['GET', /^\/api\/timeslots\/getForExperienceDate\/(\d+)\/([^/]+)$/, timeslots],
  ['GET', /^\/api\/prices\/getForTimeslot\/(\d+)\/ecommerce$/, prices],
  ['POST', /^\/api\/timeslot\/(\d+)\/isBookable$/, isBookable],
  ['POST', /^\/api\/trip\/save$/, (_args, body) => warned(save(body))],
  ['GET', /^\/api\/trip\/([^/]+)\/get$/, ([hash = '']) => tripJson(mustFind(hash))],
  ['POST', /^\/api\/tripOrder\/(\d+)\/holds\/cancel$/, cancelHold],
  ['POST', /^\/api\/payment\/trip\/([^/]+)\/createIntent$/, createIntent],
  ['POST', /^\/api\/payments\/trip\/([^/]+)\/confirm$/, confirm],
  ['POST', /^\/api\/trip\/([^/]+)\/convert$/, convert],
  ['POST', /^\/_mock\/scenario$/, (_args, body) => Object.assign(scenario, body)],
]

export type Answer = { status: number; body: unknown }

/** Answers one call as the real server would, errors included. */
export function answer(method: string, path: string, body: unknown): Answer {
  for (const [wanted, pattern, handle] of routes) {
    const match = pattern.exec(path)
    if (!match || wanted !== method) continue
    try {
      return { status: 200, body: handle(match.slice(1), body ?? {}) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, body: { code: error.code, message: error.message, detail: error.detail } }
    }
  }
  return { status: 404, body: { code: 'not_found', message: 'There is no such address.', detail: {} } }
}
