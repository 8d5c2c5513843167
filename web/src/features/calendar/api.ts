import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'
import type { CrewMember } from './model'

const everyMinute = 60_000

/** All departures of some local days, with everything they name: one call a view. */
export const calendarQuery = (first: string, last: string) =>
  queryOptions({
    queryKey: ['calendar', first, last],
    queryFn: () =>
      dataOf(
        api.GET('/api/calendar/getTimeslotsInDateRange/{firstDay}/{lastDay}', {
          params: { path: { firstDay: first, lastDay: last } },
        }),
      ),
    refetchInterval: everyMinute,
    placeholderData: keepPreviousData,
    enabled: first !== '',
  })

export const departureQuery = (timeslot: number) =>
  queryOptions({
    queryKey: ['calendar', 'departure', timeslot],
    queryFn: () => dataOf(api.GET('/api/timeslot/{timeslot}/get', { params: { path: { timeslot } } })),
  })

/** The guides as suggestions for a departure, the best first. */
export const suggestionsQuery = (timeslot: number) =>
  queryOptions({
    queryKey: ['calendar', 'guides', timeslot],
    queryFn: () => dataOf(api.GET('/api/guides/get', { params: { query: { timeslot_id: timeslot } } })),
  })

/** Whether strangers and staff can book a departure now, and the first reason why not. */
export const bookableQuery = (timeslot: number) =>
  queryOptions({
    queryKey: ['calendar', 'bookable', timeslot],
    queryFn: async () => {
      const ask = (method: 'ecommerce' | 'phone') =>
        dataOf(api.POST('/api/timeslot/{timeslot}/isBookable', { params: { path: { timeslot } }, body: { method } }))
      const [online, staff] = await Promise.all([ask('ecommerce'), ask('phone')])
      return { online, staff }
    },
  })

export const saveCrew = (timeslot: number, guides: CrewMember[], force: boolean) =>
  dataOf(
    api.POST('/api/timeslot/{timeslot}/guides/assign', { params: { path: { timeslot } }, body: { guides, force } }),
  )

export const moveResources = (timeslot: number, body: components['schemas']['ResourcesMoveIn']) =>
  dataOf(api.POST('/api/timeslot/{timeslot}/resources/move', { params: { path: { timeslot } }, body }))

export type Sale = 'open' | 'closed_online' | 'closed'

export const saveStatus = (timeslot: number, status: Sale) =>
  dataOf(api.POST('/api/timeslot/{timeslot}/status/edit', { params: { path: { timeslot } }, body: { status } }))

export const saveNote = (timeslot: number, note: string, version: number | null) =>
  dataOf(api.POST('/api/timeslot/{timeslot}/note/save', { params: { path: { timeslot } }, body: { note, version } }))

export const saveCapacity = (timeslot: number, capacity: number | null, version: number | null) =>
  dataOf(api.POST('/api/timeslot/{timeslot}/edit', { params: { path: { timeslot } }, body: { capacity, version } }))
