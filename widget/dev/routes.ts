/** The JSON routes that the widget calls, answered from memory. */
import { addDays } from '../src/month.ts'
import { dateEntry, experienceOf, isOpen, freeIn, pricesOf, slotOf, slotsOf, timeslotJson, timeslotRef, TIME_ZONE, today, tourOf, tours } from './data.ts'
import { Refusal } from './refusal.ts'
import { offered, type Chosen } from './extras.ts'
import { bookingsOf, dueOf, hold, isHeld, mustFind, mustFindOrder, nextId, release, save, scenario, totalOf, tripJson, type Trip } from './trips.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any
type Handler = (args: string[], body: Body, query: URLSearchParams) => unknown

/** Says nothing of the trip to whoever reads it, as the server's own. */
const sealed = (hash: string): string => [...hash].map((letter) => letter.charCodeAt(0).toString(16)).join('')

function resumed(token: string): Trip {
  const trip = mustFind(token.replace(/../g, (code) => String.fromCharCode(parseInt(code, 16))))
  if (trip.status === 'converted') throw new Refusal(409, 'already_done', 'This trip is already booked.')
  return trip
}

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

const pricesOfDay: Handler = ([date = ''], _body, query) => {
  const wanted = query.get('experience_id')
  return tours
    .filter(({ id }) => wanted === null || id === Number(wanted))
    .flatMap((tour) => slotsOf(tour, date))
    .map((slot) => ({ timeslot_id: slot.id, experience_id: slot.tour.id, prices: pricesOf(slot), currency: 'USD', min_pax: 1, max_pax: 10 }))
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

const addons: Handler = ([order = ''], _body, query) => {
  const trip = mustFind(query.get('trip') ?? '')
  const found = mustFindOrder(trip, Number(order))
  return { available: offered(bookingsOf(found).map(({ id }) => id), scenario.extras), chosen: found.addons }
}

type AddonBody = Omit<Chosen, 'booking_id'>

const saveAddons: Handler = ([hash = '', order = ''], body) => {
  const trip = mustFind(hash)
  const of = (rows: AddonBody[], booking: number | null): Chosen[] =>
    rows.map((row) => ({ addon_id: row.addon_id, value_id: row.value_id ?? null, qty: row.qty, text_value: row.text_value ?? '', booking_id: booking }))
  mustFindOrder(trip, Number(order)).addons = [
    ...of(body.addons, null),
    ...body.guests.flatMap((guest: { booking_id: number; addons: AddonBody[] }) => of(guest.addons, guest.booking_id)),
  ]
  return warned(trip)
}

const addOffer: Handler = ([hash = ''], { code, replace }) => {
  const trip = mustFind(hash)
  const name = String(code).toUpperCase()
  const refuse = (reason: string) => new Refusal(422, 'offer_invalid', reason, { reason, code: name })
  if (name === 'EXPIRED') throw refuse('expired')
  if (name !== 'TENTH' && name !== 'FIFTH') throw refuse('unknown')
  if (trip.offers.some((offer) => offer.code === name)) throw refuse('already_applied')
  if (trip.offers.length > 0 && !replace) throw refuse('not_stackable')
  trip.offers = [{ id: nextId(), code: name, share: name === 'TENTH' ? 0.1 : 0.2 }]
  return warned(trip)
}

const removeOffer: Handler = ([hash = ''], { offer_code_id }) => {
  const trip = mustFind(hash)
  trip.offers = trip.offers.filter(({ id }) => id !== offer_code_id)
  return warned(trip)
}

const CARDS: Record<string, number> = { GIFT50GIFT50GIFT5: 5000, GIFT999GIFT999GI9: 99900, GIFT0GIFT0GIFT0G0: 0 }

const applyCard: Handler = ([hash = ''], { code }) => {
  const trip = mustFind(hash)
  const name = String(code).replace(/[\s-]/g, '').toUpperCase()
  const there = CARDS[name]
  const refuse = (reason: string) => new Refusal(422, 'gift_card_invalid', reason, { reason })
  if (there === undefined) throw refuse('unknown')
  if (there === 0) throw refuse('empty')
  trip.cards = [...trip.cards, { id: nextId(), last4: name.slice(-4), amount: Math.min(there, dueOf(trip).balance) }]
  return warned(trip)
}

const removeCard: Handler = ([hash = ''], { payment_id }) => {
  const trip = mustFind(hash)
  trip.cards = trip.cards.filter(({ id }) => id !== payment_id)
  return warned(trip)
}

let lastIntent = 0

const createIntent: Handler = ([hash = ''], body) => {
  const trip = mustFind(hash)
  if (!isHeld(trip)) hold(trip)
  const { balance, due } = dueOf(trip)
  const amount = body.amount_mode === 'balance' ? balance : due
  trip.intent = { id: ++lastIntent, status: 'requires_payment_method', amount }
  return { intent_id: trip.intent.id, client_secret: `pi_${trip.intent.id}_secret_dev`, amount, currency: 'USD', publishable_key: PAYMENT.publishable_key, gateway: 'stripe', gateway_account: null, hold_expires_at: tripJson(trip).hold_expires_at }
}

const confirm: Handler = ([hash = '']) => {
  const trip = mustFind(hash)
  const status = scenario.confirm
  if (status === 'succeeded') Object.assign(trip, { status: 'converted', paid: trip.intent?.amount ?? 0, holdExpiresAt: null })
  if (status === 'processing') scenario.confirm = 'succeeded'
  return { trip: tripJson(trip), status, next_action: null, message: null }
}

const convert: Handler = ([hash = ''], body) => {
  const trip = mustFind(hash)
  const total = totalOf(trip)
  if (body.expected_total !== total) throw new Refusal(422, 'price_changed', 'The price changed.', { total, expected_total: body.expected_total })
  trip.status = 'converted'
  return warned(trip)
}

const routes: [string, RegExp, Handler][] = [
  ['POST', /^\/api\/init$/, init],
  ['POST', /^\/api\/experiences\/getInDateRange\/([^/]+)\/([^/]+)(?:\/(\d+))?$/, range],
  ['GET', /^\/api\/timeslots\/getForExperienceDate\/(\d+)\/([^/]+)$/, timeslots],
  ['GET', /^\/api\/prices\/getForTimeslot\/(\d+)\/ecommerce$/, prices],
  ['GET', /^\/api\/prices\/getForDate\/([^/]+)\/ecommerce$/, pricesOfDay],
  ['POST', /^\/api\/timeslot\/(\d+)\/isBookable$/, isBookable],
  ['POST', /^\/api\/trip\/save$/, (_args, body) => warned(save(body))],
  ['POST', /^\/api\/trip\/([^/]+)\/resumeToken$/, ([hash = '']) => ({ token: sealed(hash), until: mustFind(hash).holdExpiresAt })],
  ['POST', /^\/api\/trip\/resume$/, (_args, { token }) => tripJson(resumed(token))],
  ['GET', /^\/api\/trip\/([^/]+)\/get$/, ([hash = '']) => tripJson(mustFind(hash))],
  ['POST', /^\/api\/tripOrder\/(\d+)\/holds\/cancel$/, cancelHold],
  ['GET', /^\/api\/tripOrder\/(\d+)\/addons\/get$/, addons],
  ['POST', /^\/api\/trip\/([^/]+)\/tripOrder\/(\d+)\/addon\/save$/, saveAddons],
  ['POST', /^\/api\/trip\/([^/]+)\/payments\/offerCode\/add$/, addOffer],
  ['POST', /^\/api\/trip\/([^/]+)\/payments\/offerCode\/remove$/, removeOffer],
  ['POST', /^\/api\/trip\/([^/]+)\/giftCard\/apply$/, applyCard],
  ['POST', /^\/api\/trip\/([^/]+)\/giftCard\/unapply$/, removeCard],
  ['POST', /^\/api\/payment\/trip\/([^/]+)\/createIntent$/, createIntent],
  ['POST', /^\/api\/payments\/trip\/([^/]+)\/confirm$/, confirm],
  ['POST', /^\/api\/trip\/([^/]+)\/convert$/, convert],
  ['POST', /^\/_mock\/scenario$/, (_args, body) => Object.assign(scenario, body)],
]

export type Answer = { status: number; body: unknown }

/** Answers one call as the real server would, errors included. */
export function answer(method: string, path: string, body: unknown): Answer {
  const [plain = '', search = ''] = path.split('?')
  for (const [wanted, pattern, handle] of routes) {
    const match = pattern.exec(plain)
    if (!match || wanted !== method) continue
    try {
      return { status: 200, body: handle(match.slice(1), body ?? {}, new URLSearchParams(search)) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, body: { code: error.code, message: error.message, detail: error.detail } }
    }
  }
  return { status: 404, body: { code: 'not_found', message: 'There is no such address.', detail: {} } }
}
