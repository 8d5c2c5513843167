import type { QueryClient } from '@tanstack/react-query'
import { api, ApiError, dataOf } from '@/api/client'
import { manifestQuery } from '../api'
import type { Day } from '../types'
import type { Answer } from './answer'
import { ticketOn, type Ticket } from './tickets'

type Place = { queries: QueryClient; person: number; today: string; boarding: number | null }

const PATIENCE_MS = 8000

/** Ask the server about a code that today's list does not have: it may be of another day, or new. */
export async function findElsewhere(code: string, place: Place): Promise<Ticket | Answer> {
  try {
    const found = await dataOf(
      api.POST('/api/ticket/find', {
        body: { code, day: place.today },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    )
    const { state, date, name, experience, trip_id: trip } = found
    if (state !== 'scheduled' || !date)
      return { kind: state === 'scheduled' ? 'unscheduled' : state, name, experience, trip }
    const day = await dayOf(place, date)
    return ticketOn(day, code, place.boarding) ?? { kind: 'unknown', text: code }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'ticket_not_found') return { kind: 'unknown', text: code }
    if (error.status === 0 || error.status >= 500) return { kind: 'unreachable', text: code }
    return { kind: 'failed', text: error.message }
  }
}

/** The day as the server has it now: what the kept list lacks was booked since. */
const dayOf = ({ queries, person }: Place, date: string): Promise<Day> =>
  queries.fetchQuery({ ...manifestQuery(person, date, true), staleTime: 0 })
