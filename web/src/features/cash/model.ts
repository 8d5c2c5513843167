import type { CashShift, CashSum } from './api'

/** How many of each coin and bill somebody counted, by its minor units. */
export type Coins = Readonly<Record<string, number>>

export const sumOf = (coins: Coins) =>
  Object.entries(coins).reduce((sum, [coin, count]) => sum + Number(coin) * count, 0)

/** The kinds of movements there are, in the order in which a slip tells them. */
export const kinds = ['float', 'payment', 'refund', 'void', 'correction', 'paid_in', 'paid_out', 'drop'] as const
export type Kind = (typeof kinds)[number]

export const shownKinds = ({ by_kind }: CashSum): Kind[] => kinds.filter((kind) => by_kind[kind])

/** What was counted more, or less, in all currencies of a shift: those that differ. */
export const differencesOf = ({ sums }: CashShift) => sums.filter(({ difference }) => difference)

/** Whether a shift has been open since another day: somebody went home without counting. */
export const isLeftOpen = (openedAt: string, now: number) => now - Date.parse(openedAt) > 16 * 3600_000
