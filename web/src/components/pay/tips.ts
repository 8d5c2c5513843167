const MILLION = 1_000_000

/** A share of an amount of minor units, rounded half away from zero. */
export function shareOf(amount: number, ppm: number): number {
  const share = Math.floor((Math.abs(amount) * ppm + MILLION / 2) / MILLION)
  return amount < 0 ? -share : share
}

export type TipChoice = { ppm: number; amount: number }

/** Tips to suggest: shares of what the trip costs before taxes and fees; those that come to nothing are left out. */
export function tipChoices(subtotal: number, shares: readonly number[]): TipChoice[] {
  return shares.map((ppm) => ({ ppm, amount: shareOf(subtotal, ppm) })).filter(({ amount }) => amount > 0)
}
