import type { FxRate, FxRates } from '@/api/platform-models'

/** A month of a currency that nobody gave a rate for, and how many operators' amounts that leaves out. */
export type Lack = { currency: string; month: string; accounts_cnt: number }

const EURO = 'EUR'

/**
 * Which rates have to be entered so that nothing is left out.
 *
 * Rates are per euro: what is missing for an amount may be its own currency, that of the figures, or both.
 */
export function lacks({ currency: into, rates, missing }: FxRates): Lack[] {
  const known = new Set(rates.map((one) => `${one.currency} ${one.month}`))
  const found = new Map<string, Lack>()
  for (const { currency, month, accounts_cnt } of missing) {
    for (const needed of [currency, into]) {
      const key = `${needed} ${month}`
      if (needed === EURO || known.has(key)) continue
      const before = found.get(key)?.accounts_cnt ?? 0
      found.set(key, { currency: needed, month, accounts_cnt: before + accounts_cnt })
    }
  }
  return [...found.values()].toSorted((a, b) => b.month.localeCompare(a.month) || a.currency.localeCompare(b.currency))
}

/** A rate as it is read: without the zeros that the database keeps. */
export const plain = (rate: FxRate['average']) =>
  String(rate)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
