import { answersOf, type Answers } from './answers'
import { post, read } from './send'
import type { Booking, FieldValue, Trip, TripAnswer } from './types'

function formOf(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

/** Save one answer; a file that was chosen is sent. */
const saveAnswer = (key: string, value: unknown): Promise<unknown> =>
  value instanceof File
    ? post('/uploadCustomField/{custom_field_value}', { custom_field_value: key }, formOf(value))
    : post('/saveCustomField/{custom_field_value}', { custom_field_value: key }, { value })

/** Save answers of an order or of the trip, one after the other, and read the trip as it is then. */
export async function saveAll(fields: readonly FieldValue[], answers: Answers, trip: Trip): Promise<TripAnswer> {
  const before = answersOf(fields)
  const changed = Object.entries(answers).filter(([id, value]) => before[id] !== value)
  for (const [id, value] of changed) {
    const { key } = fields.find((one) => String(one.custom_field_id) === id) ?? { key: id }
    await saveAnswer(key, value)
  }
  return { trip: await read<Trip>('/api/trip/{trip}/get', { trip: String(trip.id) }), warnings: [] }
}

/** Files go one by one, each to its question; what comes back is the trip with all of them. */
export async function saveFiles(booking: Booking, answers: Answers, saved: TripAnswer): Promise<TripAnswer> {
  const chosen = booking.customFieldValues.filter((one) => answers[one.custom_field_id] instanceof File)
  if (chosen.length === 0) return saved
  for (const one of chosen) await saveAnswer(one.key, answers[one.custom_field_id])
  return { ...saved, trip: await read<Trip>('/api/trip/{trip}/get', { trip: String(saved.trip.id) }) }
}
