/**
 * What the nearest coin adds to an amount that is not negative, or (negative) takes off; minor units.
 *
 * As the server rounds: what lies in the middle goes up, and without a step (0) nothing is rounded.
 */
export const cashRounding = (amount: number, step: number) =>
  step > 0 ? Math.floor((amount + Math.floor(step / 2)) / step) * step - amount : 0
