import { expect, it } from 'vitest'
import { currencyDigits, formatMoney, toMajor, toMinor } from './money'

const plain = (text: string) => text.replace(/\u00a0|\u202f/g, ' ')

it.each([
  ['EUR', 2],
  ['JPY', 0],
  ['KWD', 3],
])('%s has %i digits', (currency, digits) => expect(currencyDigits(currency)).toBe(digits))

it.each([
  [49, 'EUR', 4900],
  [49.9, 'EUR', 4990],
  [19.99, 'EUR', 1999],
  [1.005, 'EUR', 101],
  [0.29, 'USD', 29],
  [4900, 'JPY', 4900],
  [4900.4, 'JPY', 4900],
  [1.2345, 'KWD', 1235],
  [-1.005, 'EUR', -101],
  [0, 'EUR', 0],
])('%d %s is %i minor units', (major, currency, minor) => expect(toMinor(major, currency)).toBe(minor))

it.each(['EUR', 'JPY', 'KWD'])('what was read is what is shown in %s', (currency) => {
  for (const minor of [0, 1, 7, 99, 100, 1234567]) expect(toMinor(toMajor(minor, currency), currency)).toBe(minor)
})

it.each([
  [4900, 'EUR', 'en', '€49.00'],
  [4900, 'EUR', 'de', '49,00 €'],
  [4900, 'JPY', 'ja', '¥4,900'],
  [123456, 'USD', 'fr', '1 234,56 $'],
  [1500, 'KWD', 'en', 'KWD 1.500'],
])('%i %s in %s', (minor, currency, locale, shown) => {
  const made = plain(formatMoney(minor, currency, locale))
  expect(made.replace('￥', '¥')).toBe(shown)
})

it('leaves the zeros of whole amounts out when it is to be short', () => {
  expect(formatMoney(4900, 'EUR', 'en', true)).toBe('€49')
  expect(formatMoney(4990, 'EUR', 'en', true)).toBe('€49.90')
})
