import { fullName } from '@/lib/names'
import type { Trip } from './types'

/** One thing that is not as it was, in the words and figures people know. */
export type Difference =
  | { kind: 'guests' | 'orders' | 'notes'; before: number; after: number }
  | { kind: 'total' | 'balance'; before: number; after: number }
  | { kind: 'status' | 'contact' | 'group' | 'method' | 'source' | 'reseller'; before: string; after: string }
  | { kind: 'moved'; what: string; before: string | null; after: string | null }
  | { kind: 'cancelled' | 'uncancelled'; what: string }
  | { kind: 'flagged' | 'unflagged' | 'locked' | 'unlocked' | 'other' }

/** What somebody else changed between two readings of a trip; empty when they are the same version. */
export function differences(before: Trip, after: Trip): Difference[] {
  if (before.version === after.version) return []
  const found = [...figures(before, after), ...words(before, after), ...orders(before, after), ...marks(before, after)]
  return found.length > 0 ? found : [{ kind: 'other' }]
}

function figures(before: Trip, after: Trip): Difference[] {
  const rows = [
    { kind: 'guests', before: before.pax_cnt, after: after.pax_cnt },
    { kind: 'orders', before: before.tripOrders.length, after: after.tripOrders.length },
    { kind: 'notes', before: before.notes.length, after: after.notes.length },
    { kind: 'total', before: before.totals.total, after: after.totals.total },
    { kind: 'balance', before: before.totals.balance, after: after.totals.balance },
  ] as const
  return rows.filter((row) => row.before !== row.after)
}

function words(before: Trip, after: Trip): Difference[] {
  const reach = ({ contact }: Trip) => [fullName(contact), contact.phone, contact.email].filter(Boolean).join(', ')
  const rows = [
    { kind: 'status', before: before.status.slug, after: after.status.slug },
    { kind: 'contact', before: reach(before), after: reach(after) },
    { kind: 'group', before: before.group_name ?? '', after: after.group_name ?? '' },
    { kind: 'method', before: before.tripMethod.name, after: after.tripMethod.name },
    { kind: 'source', before: before.tripSource?.name ?? '', after: after.tripSource?.name ?? '' },
    { kind: 'reseller', before: before.reseller?.name ?? '', after: after.reseller?.name ?? '' },
  ] as const
  return rows.filter((row) => row.before !== row.after)
}

function orders(before: Trip, after: Trip): Difference[] {
  return after.tripOrders.flatMap((order): Difference[] => {
    const was = before.tripOrders.find((one) => one.id === order.id)
    if (!was) return []
    const what = order.experience.name
    const found: Difference[] = []
    if (was.timeslot?.id !== order.timeslot?.id) {
      found.push({
        kind: 'moved',
        what,
        before: was.timeslot?.start_at ?? null,
        after: order.timeslot?.start_at ?? null,
      })
    }
    if (was.status !== order.status)
      found.push({ kind: order.status === 'cancelled' ? 'cancelled' : 'uncancelled', what })
    return found
  })
}

function marks(before: Trip, after: Trip): Difference[] {
  const found: Difference[] = []
  if (!before.flag !== !after.flag) found.push({ kind: after.flag ? 'flagged' : 'unflagged' })
  if (!before.lock !== !after.lock) found.push({ kind: after.lock ? 'locked' : 'unlocked' })
  return found
}
