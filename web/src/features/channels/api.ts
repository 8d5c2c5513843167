import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type {
  AllotmentIn,
  ConnectionCreateIn,
  ConnectionSaveIn,
  ConnectionState,
  MappingIn,
  TheirBooking,
} from '@/api/models'

const every20Seconds = 20_000
const at = (otaConnection: number) => ({ params: { path: { otaConnection } } })

export const channelsQuery = queryOptions({
  queryKey: ['channels', 'known'],
  queryFn: () => dataOf(api.GET('/api/ota/channels/get')),
  staleTime: 5 * 60_000,
})

export const connectionsQuery = queryOptions({
  queryKey: ['channels', 'connections'],
  queryFn: () => dataOf(api.GET('/api/ota/connections/get')),
  refetchInterval: every20Seconds,
})

export const connectionQuery = (id: number) =>
  queryOptions({
    queryKey: ['channels', 'connection', id],
    queryFn: () => dataOf(api.GET('/api/ota/connection/{otaConnection}/get', at(id))),
    enabled: id > 0,
  })

export const createConnection = (body: ConnectionCreateIn) => dataOf(api.POST('/api/ota/connection/create', { body }))
export const saveConnection = (id: number, body: ConnectionSaveIn) =>
  dataOf(api.POST('/api/ota/connection/{otaConnection}/save', { ...at(id), body }))
export const rotateKey = (id: number, key: string | null) =>
  dataOf(api.POST('/api/ota/connection/{otaConnection}/rotateKey', { ...at(id), body: { key } }))
export const setState = (id: number, state: ConnectionState) =>
  dataOf(api.POST('/api/ota/connection/{otaConnection}/setState', { ...at(id), body: { state } }))
export const archiveConnection = (id: number) => dataOf(api.POST('/api/ota/connection/{otaConnection}/archive', at(id)))

export const partnersQuery = queryOptions({
  queryKey: ['channels', 'partners'],
  queryFn: async () => (await dataOf(api.GET('/api/resellers/get', { params: { query: { limit: 200 } } }))).data,
})

/** A partner that sells on commission and collects the money: what most channels are. */
export const createPartner = (name: string, commission_ppm: number) =>
  dataOf(
    api.POST('/api/reseller/create', {
      body: {
        name,
        reseller_type: 'ota',
        payment_method: 'invoice_manual',
        collect_type: 'reseller_collects',
        commission_ppm,
      },
    }),
  )

export const experiencesQuery = queryOptions({
  queryKey: ['experiences'],
  queryFn: () => dataOf(api.GET('/api/experiences/all')),
})

export const experienceQuery = (id: number) =>
  queryOptions({
    queryKey: ['experience', String(id)],
    queryFn: () =>
      dataOf(api.GET('/api/experience/{experience}/get', { params: { path: { experience: id } } })).then(
        (answer) => answer.experience,
      ),
    enabled: id > 0,
  })

export const mappingsQuery = (connection_id: number) =>
  queryOptions({
    queryKey: ['channels', 'mappings', connection_id],
    queryFn: () => dataOf(api.GET('/api/ota/mappings/get', { params: { query: { connection_id } } })),
  })
export const saveMapping = (body: MappingIn) => dataOf(api.POST('/api/ota/mapping/save', { body }))
export const deleteMapping = (otaMapping: number) =>
  dataOf(api.POST('/api/ota/mapping/{otaMapping}/delete', { params: { path: { otaMapping } } }))

export const allotmentsQuery = (connection_id: number) =>
  queryOptions({
    queryKey: ['channels', 'allotments', connection_id],
    queryFn: () => dataOf(api.GET('/api/ota/allotments/get', { params: { query: { connection_id } } })),
  })
export const saveAllotment = (body: AllotmentIn) => dataOf(api.POST('/api/ota/allotment/save', { body }))
export const deleteAllotment = (otaAllotment: number) =>
  dataOf(api.POST('/api/ota/allotment/{otaAllotment}/delete', { params: { path: { otaAllotment } } }))

export type CallFilter = { reference: string; outcome: '' | 'ok' | 'refused' | 'failed'; direction: '' | 'in' | 'out' }

export const callsQuery = (connection_id: number, { reference, outcome, direction }: CallFilter) =>
  infiniteQueryOptions({
    queryKey: ['channels', 'calls', connection_id, reference, outcome, direction],
    queryFn: ({ pageParam }) => {
      const filter = { reference, outcome: outcome || null, direction: direction || null }
      const query = { connection_id, ...filter, cursor: pageParam }
      return dataOf(api.GET('/api/ota/calls/get', { params: { query } }))
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })

export const callQuery = (otaCall: number) =>
  queryOptions({
    queryKey: ['channels', 'call', otaCall],
    queryFn: () => dataOf(api.GET('/api/ota/call/{otaCall}/get', { params: { path: { otaCall } } })),
  })

export type PushFilter = '' | 'waiting' | 'sending' | 'sent' | 'failed' | 'refused'

export const pushesQuery = (connection_id: number, state: PushFilter) =>
  infiniteQueryOptions({
    queryKey: ['channels', 'pushes', connection_id, state],
    queryFn: ({ pageParam }) => {
      const query = { connection_id, state: state || null, cursor: pageParam }
      return dataOf(api.GET('/api/ota/pushes/get', { params: { query } }))
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.next_cursor ? Number(page.next_cursor) : null),
  })
export const retryPushes = (id: number) => dataOf(api.POST('/api/ota/connection/{otaConnection}/retryPushes', at(id)))

export type BookingFilter = { reference: string; state: '' | 'on_hold' | 'confirmed' | 'cancelled' | 'expired' | 'rejected' } // prettier-ignore

export const bookingsQuery = (connection_id: number, { reference, state }: BookingFilter) =>
  infiniteQueryOptions({
    queryKey: ['channels', 'bookings', connection_id, reference, state],
    queryFn: ({ pageParam }) => {
      const query = { connection_id, reference, state: state || null, cursor: pageParam }
      return dataOf(api.GET('/api/ota/bookings/get', { params: { query } }))
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.next_cursor ? Number(page.next_cursor) : null),
  })

export const comparisonsQuery = (id: number) =>
  queryOptions({
    queryKey: ['channels', 'comparisons', id],
    queryFn: () => dataOf(api.GET('/api/ota/connection/{otaConnection}/reconciliations/get', at(id))),
  })
export const compare = (id: number, body: { since: string; until: string; rows: TheirBooking[] | null }) =>
  dataOf(api.POST('/api/ota/connection/{otaConnection}/reconcile', { ...at(id), body }))

export const subscriptionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['channels', 'subscriptions', id],
    queryFn: () => dataOf(api.GET('/api/ota/connection/{otaConnection}/subscriptions/get', at(id))),
    refetchInterval: every20Seconds,
  })

const subscribed = (otaSubscription: number) => ({ params: { path: { otaSubscription } } })
export const pauseSubscription = (id: number, is_paused: boolean) =>
  dataOf(api.POST('/api/ota/subscription/{otaSubscription}/setState', { ...subscribed(id), body: { is_paused } }))
export const resendSubscription = (id: number) =>
  dataOf(api.POST('/api/ota/subscription/{otaSubscription}/resend', subscribed(id)))
export const deleteSubscription = (id: number) =>
  dataOf(api.POST('/api/ota/subscription/{otaSubscription}/delete', subscribed(id)))

export type ToolAddress = { otaConnection: number; otaTool: string }

export const toolQuery = (path: ToolAddress, mapping_id: number | null) =>
  queryOptions({
    queryKey: ['channels', 'tool', path.otaConnection, path.otaTool, mapping_id],
    queryFn: () =>
      dataOf(
        api.GET('/api/ota/connection/{otaConnection}/tool/{otaTool}/get', { params: { path, query: { mapping_id } } }),
      ),
    retry: false,
  })
export const runTool = (path: ToolAddress, body: { mapping_id: number | null; values: Record<string, unknown> }) =>
  dataOf(api.POST('/api/ota/connection/{otaConnection}/tool/{otaTool}/run', { params: { path }, body: body as never }))
export const removeToolRow = (path: ToolAddress, body: { mapping_id: number | null; row_id: string }) =>
  dataOf(api.POST('/api/ota/connection/{otaConnection}/tool/{otaTool}/remove', { params: { path }, body }))
