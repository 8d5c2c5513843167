const ZERO_DECIMAL = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))

export const DEFAULT_CURRENCY = 'USD'

/** Digits after the point in which amounts of this currency are stored. */
export const exponentOf = (currency: string): 0 | 2 => (ZERO_DECIMAL.has(currency) ? 0 : 2)

/**
 * Writes an amount of minor units for a reader.
 * With `isShort`, whole amounts lose their empty decimals, for narrow places.
 * @throws RangeError for a currency or a locale that cannot be formatted.
 */
export function formatMoney(minor: number, currency: string, locale: string, isShort = false): string {
  const exponent = exponentOf(currency)
  const value = minor / 10 ** exponent
  const digits = isShort && Number.isInteger(value) ? 0 : exponent
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}
