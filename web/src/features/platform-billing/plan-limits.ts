/** What a plan can limit (outfitter/billing/rules/plan_limits.py). */
export const limitNames = ['users', 'locations', 'channels', 'bookings'] as const

export type Limits = Record<(typeof limitNames)[number], number | null>

/** Limits as the form has them: a field each, empty where there is none. */
export const limitFields = (limits: Record<string, number>): Limits => ({
  users: limits.users ?? null,
  locations: limits.locations ?? null,
  channels: limits.channels ?? null,
  bookings: limits.bookings ?? null,
})

/** Limits as they are sent: a field that was emptied is none. */
export function withoutGaps(limits: Limits): Record<string, number> {
  return Object.fromEntries(Object.entries(limits).filter((one): one is [string, number] => one[1] !== null))
}
