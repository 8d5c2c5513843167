import type { Dispute, Trip } from './types'

const open = ['inquiry', 'needs_response', 'under_review']

/** Disputes that are not decided yet, the one to be answered first at the top. */
export const openDisputes = (trip: Trip): Dispute[] =>
  trip.disputes
    .filter(({ status }) => open.includes(status))
    .toSorted((a, b) => (a.evidence_due_at ?? '9').localeCompare(b.evidence_due_at ?? '9'))
