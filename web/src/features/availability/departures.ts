import type { Departure, ExperienceDay } from '@/api/models'

/** What a day of the calendar shows: its departures, the seats sold of all there are, and whether it is shut. */
export type DayCell = {
  count: number
  sold: number
  /** Null while nothing limits the seats of a departure. */
  seats: number | null
  status: 'open' | 'closed' | 'cancelled'
  hasNote: boolean
}

/** The days of a month that have anything; a note that all departures of a rule share is no news. */
export function cellsOf(
  days: readonly ExperienceDay[],
  slots: readonly Departure[],
  ruleNotes: readonly string[] = [],
): Map<string, DayCell> {
  return new Map(
    days.map((day) => {
      const own = slots.filter((slot) => slot.date === day.date && slot.status !== 'cancelled')
      const isAllGone = own.length === 0 && day.cancelled_cnt > 0
      const isAllShut = own.length > 0 && own.every((slot) => slot.status === 'closed')
      const status = isAllGone || day.status === 'cancelled' ? 'cancelled' : isAllShut ? 'closed' : day.status
      return [
        day.date,
        {
          count: own.length,
          sold: own.reduce((sum, slot) => sum + (slot.booked_pax_cnt ?? 0), 0),
          seats: day.capacity ?? seatsOf(own),
          status: status === 'closed' || status === 'cancelled' ? status : 'open',
          hasNote: day.note !== '' || own.some(({ note }) => !!note && !ruleNotes.includes(note)),
        },
      ]
    }),
  )
}

function seatsOf(slots: readonly Departure[]): number | null {
  if (slots.some((slot) => slot.capacity === null)) return null
  return slots.reduce((sum, slot) => sum + (slot.capacity ?? 0), 0)
}

/** The first and the last day of a month (YYYY-MM). */
export function boundsOf(month: string): { first: string; last: string } {
  const [year = 0, index = 1] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, index, 0)).getUTCDate()
  return { first: `${month}-01`, last: `${month}-${length}` }
}

/** The values of the form of one departure. */
export type DepartureForm = {
  capacity: number | null
  online_allotment: number | null
  byType: Record<string, number | null>
  channels: Record<string, number | null>
  note: string
}

export const departureForm = (slot: Departure): DepartureForm => ({
  capacity: slot.capacity,
  online_allotment: slot.online_allotment,
  byType: slot.capacity_by_type ?? {},
  channels: slot.channel_allotments ?? {},
  note: slot.note ?? '',
})

const said = (map: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(map).filter((entry): entry is [string, number] => entry[1] !== null))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What of a departure's seats changed, as the server takes it; null when nothing did. */
export function seatChanges(slot: Departure, form: DepartureForm) {
  const before = departureForm(slot)
  const changes = {
    ...(form.capacity !== before.capacity && { capacity: form.capacity }),
    ...(form.online_allotment !== before.online_allotment && { online_allotment: form.online_allotment }),
    ...(!isSame(said(form.byType), before.byType) && { capacity_by_type: said(form.byType) }),
    ...(!isSame(said(form.channels), before.channels) && { channel_allotments: said(form.channels) }),
  }
  return Object.keys(changes).length ? changes : null
}
