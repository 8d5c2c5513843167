import { numberFormat } from './intl'

const symbols = new Map<string, { decimal: string; group: string }>()

function symbolsOf(locale: string) {
  let found = symbols.get(locale)
  if (!found) {
    const parts = numberFormat(locale).formatToParts(-12345.6)
    const of = (type: string) => parts.find((part) => part.type === type)?.value
    found = { decimal: of('decimal') ?? '.', group: of('group') ?? ',' }
    symbols.set(locale, found)
  }
  return found
}

/**
 * The number somebody typed in the writing of a locale, with or without its currency or per-cent sign;
 * null when there is none in it. A lone separator that cannot be one of thousands ("4.5" in German) is
 * read as the decimal sign, for people who type on another country's keyboard.
 */
export function readNumber(text: string, locale: string): number | null {
  const { decimal, group } = symbolsOf(locale)
  const plain = text.normalize('NFKC').replace(/[\u2212\u2013]/g, '-')
  const isNegative = /-|^\s*\(.*\)\s*$/.test(plain)
  const body = plain.replace(/[^\d.,\u066b'\u2019\s]|[.,](?!\d)/g, '').trim()
  const other = new RegExp(`^\\d*[${group === '.' || group === ',' ? group : '.,'}](?!\\d{3}$)\\d*$`)
  const number = !body.includes(decimal) && other.test(body) ? body.replace(/[.,]/, '.') : inLocale(body, decimal)
  if (!/\d/.test(number)) return null
  const value = Number(number)
  return Number.isFinite(value) ? (isNegative ? -value : value) : null
}

function inLocale(body: string, decimal: string): string {
  const [whole = '', ...rest] = body.split(decimal)
  const digits = (part: string) => part.replace(/\D/g, '')
  return rest.length ? `${digits(whole)}.${digits(rest.join(''))}` : digits(whole)
}

export type NumberLimits = { minValue?: number; maxValue?: number; step?: number }

/** A number within its limits and on its steps, without what floating point adds to it. */
export function fitNumber(value: number, { minValue = -Infinity, maxValue = Infinity, step }: NumberLimits): number {
  const within = Math.min(maxValue, Math.max(minValue, value))
  if (!step) return within
  const base = Number.isFinite(minValue) ? minValue : 0
  const snapped = base + Math.round((within - base) / step) * step
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  return Math.min(maxValue, Math.max(minValue, Number(snapped.toFixed(Math.min(20, digits)))))
}
