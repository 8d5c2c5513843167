import { describe, expect, it } from 'vitest'
import { booking, here, order, slot } from '../fixture'
import type { Booking, Day, Order } from '../types'
import { codeIn } from './code'
import { restOf, ticketOn, verdictOn } from './tickets'

const dayOf = (...orders: Order[]) =>
  ({
    experiences: [
      { id: 1, name: 'Reef', color: '', timeslots: orders.map((one, at) => slot(at + 1, `1${at}:00`, [one])) },
    ],
  }) as unknown as Day
const rules = { today: '2026-11-20', boarding: null as number | null, isWholeParty: true, isBalanceAsked: true }
const isHere = (one: Booking): Booking => ({ ...one, bookingStatus: here!, checked_in_at: '2026-11-20T09:42:00Z' })
const code = (id: number) => `ticket${id}`.padEnd(24, 'x')

describe('codeIn', () => {
  it.each([
    [` ${code(1)}\n`, code(1)],
    [`https://reef.example/t/${code(1)}`, code(1)],
    ['wxyz 2345', 'WXYZ-2345'],
    ['WXYZ-2345', 'WXYZ-2345'],
    ['WXYZ-23456', null],
    ['https://example.com', null],
    ['', null],
  ])('%j', (text, wanted) => expect(codeIn(text)).toBe(wanted))
})

describe('what is done with a ticket', () => {
  const judge = (made: Order, more: Partial<Omit<typeof rules, 'boarding'> & { boarding: number }> = {}, id = 1) => {
    const ticket = ticketOn(dayOf(made), code(id), null)
    return ticket && verdictOn(ticket, { ...rules, ...more })
  }
  const pair = () => order(7, 'Vaz', [booking(1), booking(2)])
  const owing = () => ({ ...pair(), trip: { ...pair().trip, balance_amount: 5000 } })

  it('checks in the party, or one guest of it', () => {
    expect(judge(pair())).toMatchObject({ kind: 'ready', guests: [{ id: 1 }, { id: 2 }] })
    expect(judge(pair(), { isWholeParty: false })).toMatchObject({ kind: 'ready', guests: [{ id: 1 }] })
  })
  it('asks where a balance is due, and not again once somebody of the party is here', () => {
    expect(judge(owing())).toMatchObject({ kind: 'ask', owes: 5000 })
    expect(judge(owing(), { isBalanceAsked: false })).toMatchObject({ kind: 'ready' })
    expect(judge({ ...owing(), bookings: [booking(1), isHere(booking(2))] })).toMatchObject({ kind: 'ready' })
  })
  it('asks about waivers, other days and other departures', () => {
    const unsigned: Booking = { ...booking(1), waiver: { state: 'missing' } }
    expect(judge({ ...pair(), bookings: [unsigned] })).toMatchObject({ kind: 'ask', unsigned: 1 })
    expect(judge(pair(), { today: '2026-11-21' })).toMatchObject({ kind: 'ask', isOtherDay: true })
    expect(judge(pair(), { boarding: 99 })).toMatchObject({ kind: 'ask', isOtherDeparture: true })
  })
  it('says since when they are here', () => {
    const all = { ...pair(), bookings: pair().bookings.map(isHere) }
    expect(judge(all)).toMatchObject({ kind: 'already', at: '2026-11-20T09:42:00Z' })
  })
  it('refuses what is canceled, and knows no code of others', () => {
    expect(judge({ ...pair(), status: 'cancelled' })).toEqual({ kind: 'canceled' })
    expect(judge(pair(), {}, 9)).toBeNull()
  })
  it('of a booking with two departures takes the one that is boarded', () => {
    const day = dayOf(pair(), { ...order(7, 'Vaz', [booking(3)]), id: 8 })
    expect(ticketOn(day, 'CODE7', 2)?.order.id).toBe(8)
    expect(ticketOn(day, 'CODE7', null)?.order.id).toBe(7)
    const ticket = ticketOn(day, code(1), null)!
    expect(restOf(ticket, [ticket.guest!]).map(({ id }) => id)).toEqual([2])
  })
})
