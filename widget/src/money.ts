import { RIGHT_TO_LEFT } from './isolate'
import { kept } from './kept'

const ZERO_DECIMAL = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))

export const DEFAULT_CURRENCY = 'USD'

/** Digits after the point in which amounts of this currency are stored. */
export const exponentOf = (currency: string): 0 | 2 => (ZERO_DECIMAL.has(currency) ? 0 : 2)

/** Keeps a price in one piece and in its own order inside text that runs from right to left. */
export const isolated = (text: string, locale: string): string =>
  RIGHT_TO_LEFT.test(locale) ? `\u2066${text.replace(/[\u200e\u200f\u061c]/g, '')}\u2069` : text

/**
 * Writes an amount of minor units for a reader.
 * With `isShort`, whole amounts lose their empty decimals, for narrow places; `suffix` stands after the amount.
 * @throws RangeError for a currency or a locale that cannot be formatted.
 */
export function formatMoney(minor: number, currency: string, locale: string, { isShort = false, suffix = '' } = {}): string {
  const exponent = exponentOf(currency)
  const value = minor / 10 ** exponent
  const digits = isShort && Number.isInteger(value) ? 0 : exponent
  const make = (): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  const format = kept(`${locale} ${currency} ${digits}`, make)
  return isolated(format.format(value) + suffix, locale)
}
