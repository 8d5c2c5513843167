import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api, ApiError, dataOf } from '@/api/client'
import { addDays } from '@/lib/dates'
import { keepDay, keptDay } from '@/lib/offline/days'
import { noteReach, waitingOf, type Action } from '@/lib/offline/queue'
import { withStatus } from './model'
import type { Day } from './types'

const every20Seconds = 20_000
const aQuarterHour = 15 * 60_000
const patience = 10_000

async function fetchDay(date: string, cancelled: boolean): Promise<Day> {
  const params = { path: { day: date }, query: { cancelled } }
  const signal = AbortSignal.timeout(patience)
  return dataOf(api.GET('/api/manifest/getManifestOnDay/{day}', { params, signal }))
}

/** What was tapped here and is not sent yet stays on the screen, whatever the server's list says. */
function withWaiting(day: Day, waiting: readonly Action[]): Day {
  return waiting
    .filter((action) => action.date === day.date)
    .reduce((known, { bookingIds, status, occurredAt }) => {
      const full = day.bookingStatuses.find((one) => one.id === status.id)
      return full ? withStatus(known, bookingIds, full, occurredAt) : known
    }, day)
}

const isOutOfReach = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502)

/** A day from the server, else as it was kept on this machine for this person. */
async function dayOf(person: number, date: string, withCancelled: boolean): Promise<Day> {
  try {
    const day = await fetchDay(date, withCancelled)
    noteReach(true)
    void keepDay(person, day)
    return withWaiting(day, await waitingOf(person))
  } catch (error) {
    if (!isOutOfReach(error)) throw error
    noteReach(false)
    const kept = await keptDay<Day>(person, date)
    if (!kept) throw error
    return withWaiting({ ...kept.day, generated_at: kept.keptAt }, await waitingOf(person))
  }
}

export const manifestQuery = (person: number | undefined, date: string, withCancelled = false) =>
  queryOptions({
    queryKey: ['manifest', date, withCancelled],
    queryFn: () => dayOf(person ?? 0, date, withCancelled),
    networkMode: 'always',
    refetchInterval: every20Seconds,
    staleTime: 5_000,
    enabled: date !== '' && person !== undefined,
  })

/** Have tomorrow ready too: whoever leaves before the signal comes back opens it then. */
export const keepTomorrow = (queries: QueryClient, person: number, today: string) =>
  queries.prefetchQuery({ ...manifestQuery(person, addDays(today, 1)), staleTime: aQuarterHour })

export const saveNote = (timeslot: number, note: string, version: number) =>
  dataOf(api.POST('/api/timeslot/{timeslot}/note/save', { params: { path: { timeslot } }, body: { note, version } }))

export const reopen = (timeslot: number) =>
  dataOf(api.POST('/api/timeslot/{timeslot}/status/edit', { params: { path: { timeslot } }, body: { status: 'open' } }))
