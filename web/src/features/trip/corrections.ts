import { dayIn } from '@/lib/dates'
import { instantAt } from '@/lib/wall-time'
import { handMethods } from './payments'
import type { Payment } from './types'

export type EditDraft = {
  method: (typeof handMethods)[number]
  reference: string
  note: string
  day: string | null
  time: string | null
}

const clockIn = (zone: string, at: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(new Date(at))

/** A payment as it was noted, to be corrected by the operator's clock. */
export const draftOf = ({ method, reference, note, received_at }: Payment, zone: string): EditDraft => ({
  method: handMethods.find((one) => one === method) ?? 'other',
  reference,
  note,
  day: dayIn(zone, new Date(received_at)),
  time: clockIn(zone, received_at),
})

/** What differs from how it was noted, as the server takes it; null where nothing does, or a date is half typed. */
export function correctionOf(draft: EditDraft, payment: Payment, zone: string) {
  const { day, time } = draft
  if (day === null || time === null) return null
  const was = draftOf(payment, zone)
  const isMoved = day !== was.day || time !== was.time
  const body = {
    ...(draft.method === was.method ? {} : { method: draft.method }),
    ...(draft.reference.trim() === was.reference ? {} : { reference: draft.reference.trim() }),
    ...(draft.note.trim() === was.note ? {} : { note: draft.note.trim() }),
    ...(isMoved ? { received_at: instantAt(day, time, zone) } : {}),
  }
  return Object.keys(body).length > 0 ? body : null
}
