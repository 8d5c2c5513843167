import { expect, test } from 'vitest'
import { ApiError } from '@/api/client'
import type { Reseller } from '@/api/models'
import { atField } from '@/lib/at-field'
import {
  commissionsBody,
  commissionsOf,
  communicationSchema,
  generalBody,
  generalOf,
  ratesBody,
  ratesOf,
  ratesSchema,
  termsBody,
  termsOf,
  termsSchema,
} from './form'

const reseller = (change: Partial<Reseller> = {}) =>
  ({
    name: 'Quay Concierge',
    reseller_type: 'concierge',
    collect_type: 'reseller_collects',
    payment_method: 'invoice_manual',
    address: '',
    tax_id: '',
    contacts: [{ name: 'Marta', email: null, phone: '+351 289', is_accounting: true }],
    is_voucher_required: false,
    is_agent_required: true,
    allow: { edit: false, cancel: true, override_price: false, see_price: true },
    promo_link_code: null,
    restriction_id: null,
    commission_ppm: 150_000,
    commission_amount: null,
    wholesale_ppm: null,
    credit_limit_amount: null,
    basis: 'gross',
    is_addons_commissionable: true,
    is_products_commissionable: false,
    is_fees_commissionable: true,
    rounding: 'down',
    terms: [],
    ...change,
  }) as Reseller

test('of the general tab only what was changed is sent', () => {
  const before = generalOf(reseller())
  expect(generalBody(before, before)).toEqual({})
  expect(generalBody({ ...before, tax_id: 'PT 1', allow: ['see_price'] }, before)).toEqual({
    tax_id: 'PT 1',
    allow: { see_price: true, edit: false, cancel: false, override_price: false },
  })
})

test('a set of rules is chosen, and taken away by the rules of the tours', () => {
  const [none, some] = [generalOf(reseller()), generalOf(reseller({ restriction_id: 7 }))]
  expect([none.restriction_id, some.restriction_id]).toEqual([0, 7])
  expect(generalBody({ ...none, restriction_id: 7 }, none)).toEqual({ restriction_id: 7 })
  expect(generalBody({ ...some, restriction_id: 0 }, some)).toEqual({ restriction_id: null })
  expect(generalBody({ ...some, tax_id: 'PT 1' }, some)).toEqual({ tax_id: 'PT 1' })
})

test('a contact’s empty fields are nothing, and contacts go as a whole', () => {
  const before = generalOf(reseller())
  const contacts = [...before.contacts, { name: 'Rui', email: 'rui@quay.example', phone: '', is_accounting: false }]
  expect(generalBody({ ...before, contacts }, before)).toEqual({
    contacts: [
      { name: 'Marta', email: null, phone: '+351 289', is_accounting: true },
      { name: 'Rui', email: 'rui@quay.example', phone: null, is_accounting: false },
    ],
  })
})

test('a rate that was chosen takes the other ones away', () => {
  const values = ratesOf(reseller())
  expect(values.way).toBe('share')
  expect(ratesBody({ ...values, way: 'amount', commission_amount: 750, credit_limit_amount: 0 })).toEqual({
    commission_ppm: null,
    commission_amount: 750,
    wholesale_ppm: null,
    credit_limit_amount: 0,
  })
})

test('whoever chooses a way says how much, and no other field is asked for', () => {
  const values = { ...ratesOf(reseller({ commission_ppm: null })), way: 'wholesale' as const }
  const found = ratesSchema.safeParse(values)
  expect(found.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['wholesale_ppm', 'required'],
  ])
  expect(ratesSchema.safeParse({ ...values, wholesale_ppm: 800_000 }).success).toBe(true)
})

const own = { experience_id: 2, is_hidden: false, commission_ppm: null, commission_amount: 500, wholesale_ppm: null }

test('every experience has a line, and so has one that is gone but has terms', () => {
  const values = termsOf(reseller({ terms: [own, { ...own, experience_id: 9 }] }), [{ id: 1 }, { id: 2 }])
  expect(values.terms.map(({ experience_id, way }) => [experience_id, way])).toEqual([
    [1, 'standard'],
    [2, 'amount'],
    [9, 'amount'],
  ])
})

test('only what differs from the usual terms is kept, hidden ones among it', () => {
  const { terms } = termsOf(reseller({ terms: [own] }), [{ id: 1 }, { id: 2 }, { id: 3 }])
  const changed = terms.map((term) =>
    term.experience_id === 2 ? { ...term, way: 'none' as const } : { ...term, is_hidden: term.experience_id === 3 },
  )
  expect(termsBody({ terms: changed })).toEqual({
    terms: [
      { ...own, commission_amount: null, commission_ppm: 0 },
      { ...own, experience_id: 3, is_hidden: true, commission_amount: null },
    ],
  })
})

test('a line without its amount is told where it stands', () => {
  const { terms } = termsOf(reseller({ terms: [own] }), [{ id: 1 }, { id: 2 }])
  const found = termsSchema.safeParse({ terms: terms.map((term) => ({ ...term, way: 'share', commission_ppm: null })) })
  expect(found.error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'terms.0.commission_ppm',
    'terms.1.commission_ppm',
  ])
})

test('what earns commission goes there and back', () => {
  const values = commissionsOf(reseller())
  expect(values.also).toEqual(['addons', 'fees'])
  expect(commissionsBody(values)).toEqual({
    basis: 'gross',
    rounding: 'down',
    is_addons_commissionable: true,
    is_products_commissionable: false,
    is_fees_commissionable: true,
  })
})

test('somebody has to get the confirmations', () => {
  expect(communicationSchema.safeParse({ recipients: [], emails: [] }).success).toBe(false)
  expect(communicationSchema.safeParse({ recipients: [], emails: ['desk@quay.example'] }).success).toBe(true)
  expect(communicationSchema.safeParse({ recipients: ['agent'], emails: ['desk'] }).success).toBe(false)
})

test('a refusal of its own kind is told at its field', () => {
  const refusal = new ApiError(409, { code: 'agent_elsewhere', message: 'Taken.', detail: {} })
  const told = atField(refusal, 'agent_elsewhere', 'email', 'Somebody has it.')
  expect(told).toMatchObject({ code: 'validation_failed', fields: { email: ['Somebody has it.'] } })
  expect(atField(refusal, 'balance_too_low', 'amount', 'Too much.')).toBe(refusal)
})
