import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '../../api'
import { refused, startServer } from '../../testing/server'
import { paidByCards } from '../lines'
import { cardsOn } from '../types'
import { applyCode, codeProblem, removeCard, removeOffer } from './codes'
import { toPay } from './path'
import { pay } from './paying'
import { newPurchase, toPayment } from './testing'

const CARD = 'GIFT5-0GIFT-50GIF-T5'
const WHOLE_CARD = 'GIFT999GIFT999GI9'

/** Every reason for which the server refuses a gift card where it is spent. */
const CARDS = {
  unknown: 'codeUnknown',
  pending: 'cardPending',
  expired: 'codeExpired',
  void: 'cardVoid',
  empty: 'codeEmpty',
  suspended: 'cardSuspended',
  currency: 'cardCurrency',
  already_applied: 'codeTwice',
  nothing_to_pay: 'codeNothingToPay',
  buys_a_card: 'cardForCard',
}

describe('a code', () => {
  it('takes off what it promises, and goes again', async () => {
    startServer()
    const purchase = newPurchase()
    await toPayment(purchase)
    const { total } = purchase.store.get().trip!.totals
    expect(await applyCode(purchase, 'tenth')).toBe(true)
    const { trip } = purchase.store.get()
    expect(trip).toMatchObject({ offerCodes: [{ code: 'TENTH' }] })
    expect(Math.abs(trip!.totals.total - total * 0.9)).toBeLessThan(2)
    await removeOffer(purchase, trip!.offerCodes[0]!.id)
    expect(purchase.store.get().trip!.totals.total).toBe(total)
  })

  it('that does not combine may take the place of the other', async () => {
    startServer()
    const purchase = newPurchase()
    await toPayment(purchase)
    await applyCode(purchase, 'TENTH')
    expect(await applyCode(purchase, 'fifth')).toBe(false)
    expect(purchase.store.get().codeProblem).toEqual({ key: 'codeNotWithOthers', replacing: 'fifth' })
    expect(await applyCode(purchase, 'fifth', true)).toBe(true)
    expect(purchase.store.get()).toMatchObject({ codeProblem: null, trip: { offerCodes: [{ code: 'FIFTH' }] } })
  })

  it('of a gift card pays a part, whatever the field is called', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toPayment(purchase)
    const before = toPay(purchase.store.get())
    await applyCode(purchase, CARD)
    const { trip } = purchase.store.get()
    expect(paidByCards(trip!)).toBe(5000)
    expect(toPay(purchase.store.get())).toBe(before - 5000)
    expect(server.named('offerCode/add')).toHaveLength(0)
    await removeCard(purchase, cardsOn(trip!)[0]!.id)
    expect(toPay(purchase.store.get())).toBe(before)
  })

  it('of a gift card that covers all leaves nothing to pay: the booking is confirmed without a card', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toPayment(purchase)
    await applyCode(purchase, WHOLE_CARD)
    expect(toPay(purchase.store.get())).toBe(0)
    await pay(purchase)
    expect(purchase.store.get().step).toBe('done')
    expect(server.named('/createIntent')).toHaveLength(0)
  })

  it('that is no offer may be an old gift card', async () => {
    const server = startServer(({ path }) => (path.includes('giftCard/apply') ? refused(422, 'gift_card_invalid', { reason: 'expired' }) : undefined))
    const purchase = newPurchase()
    await toPayment(purchase)
    await applyCode(purchase, 'SUMMER-19')
    expect(server.named('offerCode/add')).toHaveLength(1)
    expect(purchase.store.get().codeProblem).toEqual({ key: 'codeExpired' })
  })

  it.each<[string, unknown, string | null]>([
    ['offline', new NetworkError('x'), 'networkLost'],
    ['too many tries', new ApiError(429, { code: 'rate_limited' }), 'codeTooMany'],
    ['not a code at all', new ApiError(422, { code: 'validation_failed' }), 'codeUnknown'],
    ['used up', new ApiError(422, { code: 'offer_invalid', detail: { reason: 'used_up' } }), 'codeUsedUp'],
    ['other days', new ApiError(422, { code: 'offer_invalid', detail: { reason: 'weekday' } }), 'codeNotHere'],
    ['nothing it could apply to', new ApiError(422, { code: 'offer_invalid', detail: { reason: 'empty' } }), 'codeNotHere'],
    ...Object.entries(CARDS).map(
      ([reason, key]) =>
        [`a card: ${reason}`, new ApiError(422, { code: 'gift_card_invalid', detail: { reason } }), key] as [string, unknown, string],
    ),
    ['an empty card', new ApiError(422, { code: 'gift_card_invalid', detail: { reason: 'empty' } }), 'codeEmpty'],
    ['on the trip already', new ApiError(422, { code: 'gift_card_invalid', detail: { reason: 'already_applied' } }), 'codeTwice'],
    ['being paid', new ApiError(409, { code: 'payment_in_progress' }), 'tripLocked'],
    ['our fault', new ApiError(500, { code: 'internal_error' }), null],
  ])('%s', (_name, error, key) => expect(codeProblem(error, 'X')?.key ?? null).toBe(key))
})
