import { describe, expect, it } from 'vitest'
import type { GiftCard } from './api'
import {
  awaitedTrip,
  changeBody,
  contactOf,
  deedsOf,
  deliverAt,
  draftOf,
  emptyDraft,
  moveOf,
  newBody,
  worthOf,
  type Draft,
} from './model'

const zone = 'Europe/Berlin'
const now = new Date('2026-11-22T07:30:00Z')
const draft = (changes: Partial<Draft> = {}): Draft => ({ ...emptyDraft(3, 'en'), value: 5000, ...changes })

const card = (changes: Partial<GiftCard> = {}) =>
  ({
    id: 7,
    version: 2,
    kind: 'gift',
    status: 'active',
    style_id: 3,
    is_physical: false,
    purchased_amount: 5000,
    promo_amount: 0,
    recipient_name: 'Anna',
    recipient_email: 'anna@guests.example',
    sender_name: 'Ben',
    message: 'Enjoy',
    locale: 'en',
    note: '',
    deliver_at: '2026-12-24T07:00:00Z',
    delivered_at: null,
    expires_at: null,
    sales: [],
    ...changes,
  }) as GiftCard

describe('a new card', () => {
  it('is sold with its trip at its value, and mailed at once', () => {
    expect(newBody(draft({ recipient_email: 'anna@guests.example' }), 12, zone, now)).toMatchObject({
      trip: 12,
      purchased_amount: 5000,
      promo_amount: 0,
      style_id: 3,
      recipient_email: 'anna@guests.example',
      deliver_at: now.toISOString(),
    })
  })

  it('names a price only where that is another one', () => {
    expect(newBody(draft({ price: 5000 }), 12, zone, now)).not.toHaveProperty('price')
    expect(newBody(draft({ price: 4500, bonus: 1000 }), 12, zone, now)).toMatchObject({
      price: 4500,
      promo_amount: 1000,
    })
  })

  it('holds promotional value only when it is given away', () => {
    expect(newBody(draft({ way: 'given' }), null, zone, now)).toMatchObject({ purchased_amount: 0, promo_amount: 5000 })
  })

  it('keeps a code that was printed elsewhere, and greets nobody', () => {
    const body = newBody(draft({ way: 'printed', code: ' KAYAK-0001 ', recipient_name: 'Anna' }), null, zone, now)
    expect(body).toMatchObject({ is_physical: true, code_source: 'manual', code: 'KAYAK-0001' })
    expect(body).not.toHaveProperty('recipient_name')
    expect(newBody(draft({ way: 'printed' }), null, zone, now)).toMatchObject({ code_source: 'auto' })
  })

  it('is sent to nobody without an address', () => {
    expect(newBody(draft(), 12, zone, now)).toMatchObject({ deliver_at: null, recipient_email: null })
  })

  it('is there on the morning of its day, at the operator’s place', () => {
    const wish = { delivery: 'day', deliver_on: '2026-12-24' } as const
    expect(deliverAt(wish, zone, now)).toBe('2026-12-24T07:00:00.000Z')
    expect(deliverAt(wish, 'America/Denver', now)).toBe('2026-12-24T15:00:00.000Z')
  })
})

describe('a card that is changed', () => {
  it('sends what differs and nothing else', () => {
    const before = draftOf(card(), zone)
    expect(changeBody(card(), before, zone, now)).toEqual({ id: 7, version: 2 })
    expect(changeBody(card(), { ...before, message: 'Have fun' }, zone, now)).toEqual({
      id: 7,
      version: 2,
      message: 'Have fun',
    })
  })

  it('does not move a delivery that is over', () => {
    const sent = card({ delivered_at: '2026-11-20T08:00:00Z' })
    expect(changeBody(sent, { ...draftOf(sent, zone), delivery: 'none' }, zone, now)).toEqual({ id: 7, version: 2 })
  })
})

describe('what a card is worth', () => {
  const trip = { id: 3, hash: 'abc', confirmation_code: 'AAAA-BBBB', status: 'reserved' }
  const sale = { id: 1, kind: 'issue', status: 'waits', purchased_amount: 50_00, promo_amount: 5_00 } as const
  const sales = [{ ...sale, price: 50_00, kept_amount: 0, trip }]

  it('is what it will have while it waits for its payment', () => {
    expect(worthOf(card({ status: 'pending', balance: 0, sales }))).toBe(55_00)
    expect(awaitedTrip(card({ sales }))).toEqual(trip)
  })

  it('is what is on it afterwards', () => {
    expect(worthOf(card({ status: 'active', balance: 20_00, sales }))).toBe(20_00)
    expect(awaitedTrip(card({ sales: [{ ...sales[0]!, status: 'posted' }] }))).toBeNull()
  })
})

describe('what can be done with a card', () => {
  it('is sending it once more as soon as it was sent', () => {
    const sent = { delivered_at: '2026-11-20T08:00:00Z', recipient_email: 'anna@guests.example' }
    expect(deedsOf(card(sent))).toMatchObject({ send: false, resend: true })
    expect(deedsOf(card({ ...sent, status: 'expired' })).resend).toBe(false)
    expect(deedsOf(card({ ...sent, delivered_at: null }))).toMatchObject({ send: true, resend: false })
  })

  it('is nothing but a copy when it is void', () => {
    expect(deedsOf(card({ status: 'void' }))).toEqual({
      activate: false,
      send: false,
      resend: false,
      reload: false,
      edit: false,
      clone: true,
      remove: false,
    })
  })

  it('is to activate it while its sale waits', () => {
    const waits = { id: 1, kind: 'issue', status: 'waits' } as GiftCard['sales'][number]
    expect(deedsOf(card({ status: 'pending', sales: [waits] }))).toMatchObject({ activate: true, send: false })
  })
})

it('takes a name apart', () => {
  expect(contactOf({ buyer_name: ' Maria del  Mar ', buyer_email: '' })).toEqual({
    first_name: 'Maria del',
    last_name: 'Mar',
  })
})

it('says how a card was spent and what came back onto it', () => {
  expect(['payment', 'payment_reversal', 'refund', 'gift_card_void'].map(moveOf)).toEqual([
    'redeem',
    'unapply',
    'refund',
    'void',
  ])
})
