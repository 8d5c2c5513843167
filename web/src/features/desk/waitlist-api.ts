import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'

export type Place = components['schemas']['DeskWaitlistEntryOut']
export type Joining = components['schemas']['WaitlistJoinIn']
export type Flexibility = NonNullable<Joining['flexibility']>

const aMoment = 20_000

/** The places in line that this agent took, the newest first. */
export const placesQuery = queryOptions({
  queryKey: ['desk-waitlist'],
  queryFn: () => dataOf(api.GET('/api/desk/waitlist/get')),
  refetchInterval: aMoment,
  staleTime: aMoment / 2,
})

export const joinLine = (body: Joining) => dataOf(api.POST('/api/desk/waitlist/join', { body }))

const entry = (waitlistEntry: number) => ({ params: { path: { waitlistEntry } }, body: {} })

export const leaveLine = (id: number) => dataOf(api.POST('/api/desk/waitlist/{waitlistEntry}/leave', entry(id)))

/** Puts the seats that are offered into a draft of this desk. */
export const acceptOffer = (id: number) => dataOf(api.POST('/api/desk/waitlist/{waitlistEntry}/accept', entry(id)))
