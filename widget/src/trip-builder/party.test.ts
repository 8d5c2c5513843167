import { describe, expect, it } from 'vitest'
import { entry, viewer } from '../testing/entries'
import { partyOf, partyQuery, proposedQuantities, seatsToTell } from './guests'
import { fitsParty, kindsOf, partyText } from './party'
import type { PriceList } from './types'

describe('the party', () => {
  const price = (id: number, type: number, remaining: number | null) => ({
    experience_customer_type_id: id, customer_type: { id: type, slug: 'adult', name: 'Adult', kind: 'adult' }, label: null, price: 1000, original_price: null,
    min_qty: 0, max_qty: null, min_age: null, max_age: null, remaining, pax_per_booking: 1,
  })
  const list = (remaining: number | null): PriceList => ({ timeslot_id: 1, currency: 'USD', prices: [price(1, 10, remaining), price(2, 11, remaining)], min_pax: 1, max_pax: 10, countdown_from: 6 })

  it('asks for its own prices', () => {
    expect(partyQuery({ 12: 2, 13: 0, 14: 1 })).toBe('?quantities=12:2,14:1')
    expect(partyQuery({})).toBe('')
  })

  it.each([
    ['1:2,2:1', { 1: 2, 2: 1 }],
    ['1:0,x:2,3:', {}],
    ['', {}],
    [null, {}],
  ])('of the address %s', (text, party) => expect(partyOf(text)).toEqual(party))

  it('is told of seats when few are left', () => {
    expect([seatsToTell({ 1: 2 }, list(8)), seatsToTell({ 1: 1 }, list(8)), seatsToTell({ 1: 8 }, list(8)), seatsToTell({ 1: 2 }, list(null))]).toEqual([6, null, null, null])
    expect([8, 4, 0].map((count) => seatsToTell({ 1: 4 }, { ...list(8), countdown_from: count }))).toEqual([4, 4, null])
  })

  it('may be chosen before the experience', () => {
    expect(proposedQuantities(list(8), { 10: 2, 11: 1, 99: 3 })).toEqual({ 1: 2, 2: 1 })
    expect(proposedQuantities(list(8), { 99: 3 })).toEqual({ 1: 1 })
  })
})

describe('a party that comes first', () => {
  const sold = (types: number[]) => ({ id: 1, start_time: '09:00', min_price: 1, availabilities: types.map((id) => ({ customer_type: { id } })) })

  it.each<[string, Record<number, number>, number, number[][], boolean]>([
    ['nobody yet', {}, 1, [[1]], true],
    ['room for all', { 1: 2, 2: 1 }, 3, [[1, 2]], true],
    ['one seat short', { 1: 2, 2: 1 }, 2, [[1, 2]], false],
    ['no tickets for one of them', { 1: 1, 3: 1 }, 9, [[1, 2]], false],
    ['each sold at another time', { 1: 1, 2: 1 }, 9, [[1], [2]], false],
    ['a kind that was taken back', { 1: 1, 3: 0 }, 9, [[1]], true],
  ])('%s', (_name, party, seats, times, isFit) => {
    expect(fitsParty(entry({ online_availability_cnt: seats, timeslots: times.map(sold) }), party, viewer())).toBe(isFit)
  })

  it('is written into addresses', () => expect(partyText({ 1: 2, 2: 0, 3: 1 })).toBe('1:2,3:1'))

  it('is asked by kinds, each once', () => {
    const lists = [[1, 2], [2, 3]].map((ids) => ({ prices: ids.map((id) => ({ customer_type: { id } })) }))
    expect(kindsOf(lists as unknown as PriceList[]).map(({ customer_type }) => customer_type.id)).toEqual([1, 2, 3])
  })
})
