import { describe, expect, it, test } from 'vitest'
import { ApiError } from '@/api/client'
import type { TripFull } from '@/api/models'
import { Attempts } from './attempts'
import { cashTaken, changeOf, isEnough, padded, quickAmounts, type PadKey } from './cash'
import { explain } from './failures'
import { depositLeft, firstPart, newTaking, partsOf, sumsOf } from './model'
import { refusal, Unfinished } from './settle'
import { Slot } from './slot'
import { shareOf, tipChoices } from './tips'

const trip = (totals: Partial<TripFull['totals']> = {}, guests = 2) =>
  ({
    id: 7,
    status: { id: 1, slug: 'reserved', name: 'Reserved' },
    totals: {
      subtotal: 17_000,
      total: 17_800,
      balance: 17_800,
      deposit_due: 4_450,
      paid: 0,
      tip: 0,
      refunded: 0,
      ...totals,
    },
    tripOrders: [{ id: 1, status: 'active', bookings: Array.from({ length: guests }, (_, i) => ({ id: i + 1 })) }],
    payments: [],
  }) as unknown as TripFull

describe('cash', () => {
  test.each([
    [8_700, 2, [8_700, 9_000, 10_000]],
    [1_234, 2, [1_234, 1_300, 1_500, 2_000, 5_000]],
    [4_320, 0, [4_320, 4_400, 4_500, 5_000, 10_000]],
    [0, 2, []],
  ])('%d is paid with %s', (due, digits, wanted) => expect(quickAmounts(due, digits)).toEqual(wanted))

  it('gives change, and nothing while it is too little', () => {
    expect([changeOf(10_000, 8_700), changeOf(5_000, 8_700), changeOf(null, 100)]).toEqual([1_300, 0, 0])
    expect([isEnough(null, 100), isEnough(100, 100), isEnough(99, 100)]).toEqual([true, true, false])
  })

  it('is typed on a pad from the right, like on a till', () => {
    const press = (...keys: PadKey[]) => keys.reduce(padded, null as number | null)
    expect(press('5', '00', '0')).toBe(5_000)
    expect(press('1', '2', 'back')).toBe(1)
    expect(press('1', 'back')).toBeNull()
    expect(press('0', '00')).toBeNull()
    expect(press(...(Array(12).fill('9') as PadKey[]))).toBe(9_999_999_999)
  })
})

describe('coins', () => {
  const cash = (some: object) => ({ ...newTaking('cash', 'balance'), ...some }) as never

  test.each([
    ['down', { typed: 1_237 }, 1_235, -2],
    ['up', { typed: 1_238 }, 1_240, 2],
    ['tip and all', { typed: 1_237, tip: 101 }, 1_340, 2],
    ['not at all, where they can pay it', { typed: 1_235 }, 1_235, 0],
    ['not by another way', { typed: 1_237, way: 'other' }, 1_237, 0],
  ])('round %s', (_, some, total, rounding) => {
    const sums = sumsOf(cash(some), trip(), 0, 5)
    expect([sums.total, sums.rounding]).toEqual([total, rounding])
  })

  it('leave what goes towards the trip as it is, and say what is enough and what goes back', () => {
    expect(sumsOf(cash({ typed: 1_237, given: 1_235 }), trip(), 0, 5)).toMatchObject({
      amount: 1_237,
      change: 0,
      problem: null,
    })
    expect(sumsOf(cash({ typed: 1_238, given: 1_238 }), trip(), 0, 5).problem).toBe('notEnough')
    expect(sumsOf(cash({ typed: 1_238, given: 2_000 }), trip(), 0, 5).change).toBe(760)
  })

  it('are counted by the server in the end', () => {
    const row = { id: 1, kind: 'payment', method: 'cash', amount: 1_237, cash_rounding: -2, tendered_amount: 2_000 }
    const rows = [row, { ...row, id: 3, method: 'card' }, { ...row, id: 2, amount: 100, cash_rounding: 0 }]
    expect(cashTaken({ payments: [rows[0]] } as never)).toEqual({ amount: 1_235, change: 765 })
    expect(cashTaken({ payments: rows } as never)).toEqual({ amount: 100, change: 1_900 })
  })
})

describe('tips', () => {
  it('are shares to the whole cent, half away from zero', () => {
    expect([shareOf(50, 10_000), shareOf(-50, 10_000), shareOf(149, 10_000)]).toEqual([1, -1, 1])
  })

  it('leaves out what comes to nothing', () => {
    expect(tipChoices(17_000, [100_000, 150_000])).toEqual([
      { ppm: 100_000, amount: 1_700 },
      { ppm: 150_000, amount: 2_550 },
    ])
    expect(tipChoices(0, [100_000])).toEqual([])
  })
})

describe('what is taken', () => {
  it('is the balance, with the tip on top and the change of what was handed over', () => {
    const taking = { ...newTaking('cash', 'balance'), tip: 200, given: 20_000 }
    expect(sumsOf(taking, trip(), 0)).toMatchObject({ amount: 17_800, total: 18_000, change: 2_000, problem: null })
  })

  it('is what is missing of the deposit', () => {
    expect(depositLeft(trip({ paid: 1_000, tip: 100, balance: 16_900 }))).toBe(3_550)
    expect(depositLeft(trip({ paid: 5_000, balance: 12_800 }))).toBe(0)
    expect(sumsOf(newTaking('card', 'deposit'), trip(), 0).amount).toBe(4_450)
  })

  it('is offered in parts that mean something', () => {
    expect(partsOf(trip())).toEqual(['balance', 'deposit', 'tab', 'custom'])
    expect(partsOf(trip({ deposit_due: 17_800 }, 1))).toEqual(['balance', 'custom'])
  })

  it('begins with the deposit where that is all that is due now', () => {
    expect(firstPart(trip({ due_now: 4_450 }))).toBe('deposit')
    expect(firstPart(trip({ due_now: 17_800 }))).toBe('balance')
  })

  test.each([
    ['more than is owed', { way: 'other', typed: 17_801 }, 'tooMuch'],
    ['nothing', { way: 'other', typed: 0 }, 'nothing'],
    ['too little cash', { way: 'cash', given: 100 }, 'notEnough'],
    ['no guest', { way: 'other', part: 'tab' }, 'guests'],
    ['no card', { way: 'saved' }, 'card'],
    ['no reader', { way: 'reader' }, 'reader'],
    ['no code', { way: 'gift', code: ' ' }, 'code'],
    ['a tip with nothing else', { way: 'cash', typed: 0, tip: 500 }, 'nothing'],
  ] as const)('is refused: %s', (_, some, problem) => {
    expect(sumsOf({ ...newTaking('cash', 'balance'), ...some } as never, trip(), 0).problem).toBe(problem)
  })

  it('has no tip where the guest chooses it themselves', () => {
    expect(sumsOf({ ...newTaking('link', 'balance'), tip: 500 }, trip(), 0).total).toBe(17_800)
  })

  it('is the part of some guests as the server reckons it', () => {
    const taking = { ...newTaking('cash', 'tab'), bookings: [1] }
    expect(sumsOf(taking, trip(), 8_900)).toMatchObject({ amount: 8_900, problem: null })
  })
})

describe('sending twice', () => {
  it('uses one key until it was answered, another one for anything else', () => {
    const attempts = new Attempts()
    const first = attempts.keyFor('/pay', { amount: 5 })
    expect(attempts.keyFor('/pay', { amount: 5 })).toBe(first)
    attempts.settle('/pay')
    const second = attempts.keyFor('/pay', { amount: 5 })
    expect(second).not.toBe(first)
    expect(attempts.keyFor('/pay', { amount: 6 })).not.toBe(second)
  })
})

describe('what went wrong', () => {
  const refused = (code: string, detail = {}) => new ApiError(402, { code, message: 'No.', detail })

  it('is told by its reason, with a way on', () => {
    expect(explain(refused('card_declined', { decline_code: 'insufficient_funds' }))).toEqual({
      failure: 'card_declined',
      decline: 'insufficient_funds',
      gift: null,
      remedy: 'other',
    })
    expect(explain(refused('authentication_required')).remedy).toBe('link')
    expect(explain(refused('gift_card_invalid', { reason: 'empty' })).gift).toBe('empty')
    expect(explain(refused('gift_card_invalid', { reason: 'unknown' })).gift).toBeNull()
    expect(explain(refused('something_new')).failure).toBeNull()
    expect(explain(new Error()).failure).toBeNull()
  })

  it('comes from the fields in the same words as from the server', () => {
    expect(refusal({ type: 'validation_error' })).toBeInstanceOf(Unfinished)
    const error = refusal({ type: 'card_error', code: 'card_declined', decline_code: 'expired_card' }) as ApiError
    expect(explain(error).decline).toBe('expired_card')
    expect((refusal({ type: 'api_connection_error' }) as ApiError).code).toBe('gateway_error')
  })
})

test('what was left in a slot is gone with whoever left it', () => {
  const slot = new Slot<number>()
  const take = slot.put(1)
  slot.put(2)
  take()
  expect(slot.content).toBe(2)
})
