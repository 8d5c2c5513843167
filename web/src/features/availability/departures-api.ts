import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Departure } from '@/api/models'
import { seatChanges, type DepartureForm } from './departures'

const at = (timeslot: number) => ({ params: { path: { timeslot } } })

export const daysQuery = (experience: number, from: string, to: string) =>
  queryOptions({
    queryKey: ['experience-days', experience, from, to],
    queryFn: () =>
      dataOf(
        api.GET('/setup/experience/{experience}/dates/json', { params: { path: { experience }, query: { from, to } } }),
      ),
  })

export const slotStatuses = ['open', 'closed_online', 'closed'] as const
export type SlotStatus = (typeof slotStatuses)[number]

export const setStatus = (timeslot: number, status: SlotStatus) =>
  dataOf(api.POST('/api/timeslot/{timeslot}/status/edit', { ...at(timeslot), body: { status } }))

/** Save what changed of a departure: seats make it one that its rule leaves alone, a note does not. */
export async function saveDeparture(slot: Departure, form: DepartureForm): Promise<Departure> {
  const changes = seatChanges(slot, form)
  const now = changes
    ? await dataOf(
        api.POST('/api/timeslot/{timeslot}/edit', { ...at(slot.id), body: { ...changes, version: slot.version } }),
      )
    : slot
  const note = form.note.trim()
  if (note === (slot.note ?? '')) return now
  return dataOf(
    api.POST('/api/timeslot/{timeslot}/note/save', { ...at(slot.id), body: { note, version: now.version } }),
  )
}

type DayChanges = { capacity?: number | null; status?: 'open' | 'closed'; note?: string; version?: number | null }

export const editDay = (experienceDate: number, body: DayChanges) =>
  dataOf(api.POST('/api/experienceDate/{experienceDate}/edit', { params: { path: { experienceDate } }, body }))
