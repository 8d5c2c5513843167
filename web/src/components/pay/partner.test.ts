import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { ApiError } from '@/api/client'
import type { TripFull } from '@/api/models'
import { addPayment } from './api'
import { Attempts } from './attempts'
import { explain } from './failures'
import { isAtPartner, isByHand, newTaking, sumsOf } from './model'
import { postOnce } from './send'
import { ways } from './types'

vi.mock('./send', () => ({ postOnce: vi.fn(), readAt: vi.fn() }))

/** A trip that a partner collects 178 for; 20 of it were taken here on purpose, 5 of them as a tip. */
const trip = {
  id: 7,
  paid_state: 'at_partner',
  totals: { total: 17_800, balance: 0, deposit_due: 0, paid: 2_000, tip: 500, refunded: 0, partner_due: 12_000 },
  tripOrders: [],
} as unknown as TripFull

const sent = () => vi.mocked(postOnce).mock.calls[0]?.[3]

beforeEach(() => {
  vi.mocked(postOnce).mockReset()
})

describe('money of a customer who pays a partner', () => {
  it('is not asked for by itself', () => {
    expect(isAtPartner(trip)).toBe(true)
    expect(sumsOf(newTaking('cash', 'balance'), trip, 0).problem).toBe('nothing')
    expect(sumsOf({ ...newTaking('cash', 'balance'), typed: 100 }, trip, 0).problem).toBe('tooMuch')
  })

  it('is taken on purpose, up to what the trip costs', () => {
    const anyway = { ...newTaking('cash', 'balance'), isAnyway: true }
    expect(sumsOf(anyway, trip, 0).problem).toBe('nothing')
    expect(sumsOf({ ...anyway, typed: 16_300 }, trip, 0).problem).toBeNull()
    expect(sumsOf({ ...anyway, typed: 16_301 }, trip, 0).problem).toBe('tooMuch')
  })

  it('comes by hand, never off a card', () => expect(ways.filter(isByHand)).toEqual(['cash', 'other']))

  test.each([true, false])('says so to the server: %s', (isAnyway) => {
    const taking = { ...newTaking('cash', 'custom'), typed: 1_000, isAnyway }
    void addPayment(new Attempts(), trip, taking, sumsOf(taking, trip, 0), true)
    expect(sent()).toMatchObject({ amount: 1_000, method: 'cash' })
    expect((sent() as { allow_partner_paid?: boolean }).allow_partner_paid).toBe(isAnyway || undefined)
  })

  it('has a way on where the server refuses it', () => {
    const refusal = new ApiError(409, { code: 'paid_at_partner', message: 'No.', detail: {} })
    expect(explain(refusal)).toMatchObject({ failure: 'paid_at_partner', remedy: 'anyway' })
  })
})
