import { expect, it } from 'vitest'
import { currencyOf, guessCountry } from './guess'
import { slugOf, stepOf } from './memory'

it.each([
  ['Ribeira Kayak & Sail', 'ribeira-kayak-sail'],
  ['Äther Tours GmbH', 'aether-tours-gmbh'],
  ['L’Étoile du Nord', 'letoile-du-nord'],
  ['  -- Fjord --  ', 'fjord'],
  ['東京カヤック', ''],
])('makes a subdomain of %s', (name, slug) => expect(slugOf(name)).toBe(slug))

it.each([
  ['started', 'account', false, 'account'],
  ['started', 'terms', true, 'account'],
  ['email_pending', 'code', false, 'code'],
  ['email_pending', 'account', false, 'account'],
  ['email_confirmed', 'terms', false, 'business'],
  ['email_confirmed', 'code', false, 'domain'],
  ['domain_ok', 'business', false, 'business'],
  ['domain_ok', 'terms', true, 'terms'],
  ['failed', 'terms', true, 'terms'],
  ['provisioning', 'terms', false, 'making'],
  ['ready', 'account', false, 'making'],
  ['expired', 'terms', true, 'account'],
] as const)('at %s, wanting %s, password %s: %s', (state, wanted, hasPassword, step) => {
  expect(stepOf(state, wanted, hasPassword)).toBe(step)
})

it('guesses country and currency from the browser', () => {
  expect(guessCountry(['pt-BR', 'en'])).toBe('BR')
  expect(guessCountry(['de', 'en-GB'])).toBe('GB')
  expect(guessCountry(['ja'])).toBe('JP')
  expect(currencyOf('PT')).toBe('EUR')
  expect(currencyOf('JP')).toBe('JPY')
  expect(currencyOf('XX')).toBeUndefined()
})
