import { expect, it } from 'vitest'
import { askedFor, healthOf, nameOfFile, suggestionFields, suggestionsOf, tabOf } from './model'

it('shows three suggestions, also where fewer are stored', () => {
  expect(suggestionFields([100_000])).toEqual([100_000, null, null])
  expect(suggestionFields([1, 2, 3, 4])).toHaveLength(4)
})

it('keeps suggestions in order and none twice', () => {
  expect(suggestionsOf([200_000, null, 100_000, 100_000, 0])).toEqual([100_000, 200_000])
})

it('opens the account for an address that names no tab', () => {
  expect([tabOf(undefined), tabOf('rules'), tabOf('nonsense')]).toEqual(['account', 'rules', 'account'])
})

it('names what is still asked for in words that people know, each once', () => {
  expect(askedFor(['external_account', 'individual.dob.day', 'individual.dob.month', 'tos_acceptance.date'])).toEqual([
    'bank',
    'identity',
    'terms',
  ])
  expect(askedFor(['business_profile.mcc', 'individual.address.line1', 'strange'])).toEqual([
    'business',
    'address',
    'other',
  ])
})

it('says the worst thing that is true of an account', () => {
  const account = {
    is_charges_enabled: true,
    is_payouts_enabled: true,
    requirements_due: [],
    requirements_past_due: [],
    requirements_pending: [],
  }
  expect(healthOf(account)).toBe('ready')
  expect(healthOf({ ...account, is_payouts_enabled: false })).toBe('no_payouts')
  expect(healthOf({ ...account, requirements_due: ['external_account'] })).toBe('missing')
  expect(healthOf({ ...account, is_charges_enabled: false, requirements_pending: ['x'] })).toBe('pending')
  expect(healthOf({ ...account, is_charges_enabled: false, requirements_past_due: ['x'] })).toBe('blocked')
})

it('names a picture after its file', () => {
  expect(nameOfFile('harbour_at-dawn.final.jpg')).toBe('harbour at dawn.final')
  expect(nameOfFile('.png')).toBe('1')
})
