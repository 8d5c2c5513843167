import type { TripFull } from '@/api/models'

/** Notes and coins somebody is likely to hand over for an amount (minor units): exact first, then rounded up. */
export function quickAmounts(due: number, digits: number): number[] {
  if (due <= 0) return []
  const unit = 10 ** digits
  const steps =
    digits === 0
      ? [100, 500, 1000, 5000, 10_000]
      : [unit, 5, 10, 20, 50, 100].map((one, i) => (i === 0 ? one : one * unit))
  const rounded = steps.map((step) => Math.ceil(due / step) * step)
  return [...new Set([due, ...rounded])].sort((a, b) => a - b).slice(0, 5)
}

/** What goes back to somebody who hands over an amount; 0 while it is too little. */
export const changeOf = (given: number | null, due: number) => Math.max(0, (given ?? 0) - due)

/** Nobody is let go with less cash than is asked for; an empty field means exactly that much. */
export const isEnough = (given: number | null, due: number) => given === null || given >= due

export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | 'back'

/** The most a pad takes: ten digits, so that nothing overflows however long a finger rests. */
const MOST = 9_999_999_999

/**
 * The amount after a key of a till's pad, in minor units: digits move in from the right, 5 0 0 0 is 50.00.
 *
 * Null when nothing is left of it.
 */
export function padded(amount: number | null, key: PadKey): number | null {
  const now = amount ?? 0
  if (key === 'back') return Math.floor(now / 10) || null
  const next = key === '00' ? now * 100 : now * 10 + Number(key)
  return next > MOST ? amount : next || null
}

/** What the newest cash payment of a trip put into the till, and what went back as change: as the server counted it. */
export function cashTaken({ payments }: Pick<TripFull, 'payments'>): { amount: number; change: number } {
  const newest = payments
    .filter(({ kind, method }) => kind === 'payment' && method === 'cash')
    .toSorted((a, b) => b.id - a.id)[0]
  const amount = newest ? newest.amount + newest.cash_rounding : 0
  return { amount, change: changeOf(newest?.tendered_amount ?? null, amount) }
}
