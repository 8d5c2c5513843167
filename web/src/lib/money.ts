import { numberFormat } from './intl'

/** Number of minor-unit digits of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  return numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** Minor units (4900) to the number a person types (49). */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** currencyDigits(currency)
}

/** The number a person typed (49.9) to minor units (4990), rounded half away from zero. */
export function toMinor(major: number, currency: string): number {
  const digits = currencyDigits(currency)
  const shifted = Number(`${Math.abs(major).toFixed(digits + 4)}e${digits}`)
  return Math.sign(major) * Math.round(shifted)
}

/** An amount in minor units as the reader writes it; whole amounts lose their zeros when `short`. */
export function formatMoney(minor: number, currency: string, locale: string, short = false): string {
  const whole = minor % 10 ** currencyDigits(currency) === 0
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(short && whole ? { maximumFractionDigits: 0 } : {}),
  }).format(toMajor(minor, currency))
}
