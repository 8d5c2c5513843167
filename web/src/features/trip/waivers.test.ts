import { expect, it } from 'vitest'
import { badgeOf, unsignedOf, wordsFor, type GuestWaivers } from './waivers'
import type { Order } from './types'

const row = (state: GuestWaivers['waivers'][number]['state'], waiver_id: number | null = null) => ({
  ...{ template: { id: 1, name: 'Risks' }, state, waiver_id, signed_at: null, pdf_url: null },
})
const waiver = (signed: number, required: number, state = 'unsigned', waivers = [row('required')]): GuestWaivers => ({
  ...{ signed, required, state, waivers },
})

it.each([
  ['nothing where nothing is asked', waiver(0, 0, 'none_required', []), null],
  ['that none is needed', waiver(0, 0, 'none_required', [row('not_applicable')]), 'unneeded'],
  ['that one is missing', waiver(1, 2, 'partial'), 'missing'],
  ['that all are signed', waiver(1, 1, 'signed', [row('signed', 4)]), 'signed'],
  ['that it is on paper', waiver(1, 1, 'marked', [row('marked_signed')]), 'marked'],
])('says %s', (_, known, expected) => expect(badgeOf(known)).toBe(expected))

it('offers paper while something is missing, and to ask again for what staff had said', () => {
  expect(wordsFor(waiver(0, 1))).toEqual({ marked_signed: true, not_applicable: true, required: false })
  expect(wordsFor(waiver(1, 1, 'marked', [row('marked_signed')]))).toMatchObject({
    marked_signed: false,
    required: true,
  })
  expect(wordsFor(waiver(1, 1, 'signed', [row('signed', 4)])).required).toBe(false)
})

it('finds who of an order has something to sign', () => {
  const bookings = [
    { id: 1, waiver: waiver(0, 1) },
    { id: 2, waiver: waiver(1, 1, 'signed') },
    { id: 3, waiver: waiver(0, 0) },
  ]
  expect(unsignedOf({ bookings } as unknown as Order)).toEqual([1])
})
