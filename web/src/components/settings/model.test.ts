import { expect, test } from 'vitest'
import type { BookingFee, Deposit } from '@/api/models'
import { exampleOf } from './model'

test('an example goes by what its form has, and an empty field is nothing', () => {
  const deposit = { kind: 'per_order_percent', rate_ppm: null, amount: null } as unknown as Deposit
  const fee = { who_pays: 'operator', rate_ppm: 60_000, amount: null } as unknown as BookingFee
  expect(exampleOf({ deposit })).toMatchObject({
    deposit: { kind: 'per_order_percent', rate_ppm: 0, amount: 0 },
    booking_fee: undefined,
  })
  expect(exampleOf({ booking_fee: fee }).booking_fee).toEqual({ who_pays: 'operator', rate_ppm: 60_000, amount: 0 })
})
