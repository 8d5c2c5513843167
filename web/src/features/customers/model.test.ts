import { expect, test } from 'vitest'
import type { CustomerFull } from '@/api/models'
import { addressLines, choicesFor, defaultChoice, differing, oldest } from './model'

const nowhere = { street: '', street2: '', postal_code: '', city: '', region: '' }

const customer = (id: number, change: Partial<CustomerFull> = {}) =>
  ({
    id,
    first_name: 'Ana',
    last_name: 'Ruiz',
    email: null,
    phone: null,
    company: null,
    address: nowhere,
    country: null,
    locale: 'es',
    birth_date: null,
    marketing: { email_opt_in: false, sms_opt_in: false, source: null, at: null },
    ...change,
  }) as CustomerFull

test('only fields that differ are asked about', () => {
  const two = [customer(2, { email: 'a@x.io' }), customer(1, { last_name: 'Ruíz' })]
  expect(differing(two)).toEqual(['last_name', 'email'])
  expect(differing([customer(1), customer(2)])).toEqual([])
  expect(oldest(two)).toBe(1)
})

test('the kept one speaks first, then whoever has something to say', () => {
  const two = [customer(2, { email: 'b@x.io', country: 'ES' }), customer(1, { email: 'a@x.io' })]
  expect(defaultChoice(two, 1, 'email')).toBe(1)
  expect(defaultChoice(two, 2, 'email')).toBe(2)
  expect(defaultChoice(two, 1, 'country')).toBe(2)
  expect(defaultChoice(two, 1, 'phone')).toBe(1)
})

test('of several words on marketing the latest counts', () => {
  const said = (at: string) => ({ email_opt_in: true, sms_opt_in: false, source: 'staff', at })
  const two = [
    customer(1, { marketing: said('2026-01-01T00:00:00Z') }),
    customer(2, { marketing: said('2026-02-01T00:00:00Z') }),
  ]
  expect(defaultChoice(two, 1, 'marketing')).toBe(2)
})

test('what was chosen is sent, and the rest as it was shown', () => {
  const two = [customer(1, { email: 'a@x.io' }), customer(2, { email: 'b@x.io', country: 'ES' })]
  expect(choicesFor(two, 1, { email: 2 })).toEqual({ email: 2, country: 2 })
})

test('an address has no empty lines', () => {
  expect(addressLines({ ...nowhere, street: 'Calle 1', postal_code: '28001', city: 'Madrid' })).toEqual([
    'Calle 1',
    '28001 Madrid',
  ])
  expect(addressLines(nowhere)).toEqual([])
})
