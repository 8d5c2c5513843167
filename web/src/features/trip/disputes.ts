import type { Dispute, Trip } from './types'

const open = ['inquiry', 'needs_response', 'under_review']

export const findDispute = (trip: Trip, id: number): Dispute | undefined =>
  trip.disputes.find((dispute) => dispute.id === id)

/** Whether the guest's bank still listens to us. */
export const isAnswerable = ({ status, evidence_due_at }: Dispute, now: Date): boolean =>
  ['inquiry', 'needs_response'].includes(status) && (!evidence_due_at || new Date(evidence_due_at) > now)

/** Disputes that are not decided yet, the one to be answered first at the top. */
export const openDisputes = (trip: Trip): Dispute[] =>
  trip.disputes
    .filter(({ status }) => open.includes(status))
    .toSorted((a, b) => (a.evidence_due_at ?? '9').localeCompare(b.evidence_due_at ?? '9'))
