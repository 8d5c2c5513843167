import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'

export type Waitlist = components['schemas']['WaitlistOut']
export type WaitlistEntry = components['schemas']['WaitlistEntryOut']
export type Joining = components['schemas']['WaitlistJoinIn']

/** Who waits for a departure, the next first, and what that is worth. */
export const waitlistQuery = (timeslot: number) =>
  queryOptions({
    queryKey: ['calendar', 'waitlist', timeslot],
    queryFn: () => dataOf(api.GET('/api/timeslot/{timeslot}/waitlist/get', { params: { path: { timeslot } } })),
  })

/** What a guest of each kind is called on a departure; all of them, whatever seats are left. */
export const kindsQuery = (timeslot: number) =>
  queryOptions({
    queryKey: ['calendar', 'kinds', timeslot],
    queryFn: () =>
      dataOf(
        api.GET('/api/prices/getForTimeslot/{timeslot}/{tripMethod}', {
          params: { path: { timeslot, tripMethod: 'ecommerce' } },
        }),
      ),
  })

export const addEntry = (body: Joining) => dataOf(api.POST('/api/waitlist/add', { body }))

export const reorderEntries = (timeslot: number, entry_ids: number[]) =>
  dataOf(api.POST('/api/timeslot/{timeslot}/waitlist/reorder', { params: { path: { timeslot } }, body: { entry_ids } }))

export const offerSeats = (waitlistEntry: number, timeslot_id: number) =>
  dataOf(
    api.POST('/api/waitlist/{waitlistEntry}/offer', { params: { path: { waitlistEntry } }, body: { timeslot_id } }),
  )

export const removeEntry = (waitlistEntry: number) =>
  dataOf(api.POST('/api/waitlist/{waitlistEntry}/remove', { params: { path: { waitlistEntry } }, body: {} }))
