export const offsetUnits = ['minutes', 'hours', 'days'] as const
export type OffsetUnit = (typeof offsetUnits)[number]
export type Offset = { count: number; unit: OffsetUnit }

const sizes: Record<OffsetUnit, number> = { minutes: 1, hours: 60, days: 1440 }

/** Minutes as people say them: in the largest unit that gives a whole number, from two days on in days. */
export function offsetOf(minutes: number): Offset {
  if (minutes >= 2880 && minutes % 1440 === 0) return { count: minutes / 1440, unit: 'days' }
  if (minutes >= 60 && minutes % 60 === 0) return { count: minutes / 60, unit: 'hours' }
  return { count: minutes, unit: 'minutes' }
}

export const minutesOf = ({ count, unit }: Offset): number => Math.max(0, Math.round(count)) * sizes[unit]

/** What automations may begin with, as they follow each other in the life of a trip. */
export const triggers = [
  'draft_idle',
  'reserved',
  'balance_due',
  'before_start',
  'after_end',
  'rebooked',
  'order_cancelled',
  'gift_card_activated',
] as const
export type Trigger = (typeof triggers)[number]

/** Whether the offset runs towards what triggers it. */
export const isBefore = (trigger: string) => trigger === 'before_start' || trigger === 'balance_due'

/** What makes an automation stop, where it can happen at all. */
export const stopsOf: Record<Trigger, readonly Stop[]> = {
  draft_idle: ['reserved', 'unsubscribed'],
  reserved: ['cancelled'],
  balance_due: ['paid', 'cancelled'],
  before_start: ['cancelled'],
  after_end: ['reviewed', 'cancelled', 'unsubscribed'],
  rebooked: ['cancelled'],
  order_cancelled: [],
  gift_card_activated: [],
}
export const stops = ['reserved', 'reviewed', 'unsubscribed', 'cancelled', 'paid'] as const
export type Stop = (typeof stops)[number]

type Timed = { trigger: string; offset_minutes: number; position: number }

/** Where an automation stands on the way from a cart to a review: minutes that only tell an order. */
const placeOf = ({ trigger, offset_minutes }: Timed): number =>
  triggers.findIndex((one) => one === trigger) * 1e7 + (isBefore(trigger) ? -offset_minutes : offset_minutes)

/** Automations as a guest meets them. */
export const inOrder = <T extends Timed>(automations: readonly T[]): T[] =>
  [...automations].sort((one, other) => placeOf(one) - placeOf(other) || one.position - other.position)

/** Automations in the order people gave them; `ids` is one that is being kept. */
export const inGivenOrder = <T extends Timed & { id: number }>(automations: readonly T[], ids: number[] = []): T[] =>
  ids.length > 0
    ? [...automations].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    : [...automations].sort((one, other) => one.position - other.position || placeOf(one) - placeOf(other))
