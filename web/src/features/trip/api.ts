import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'
import { isUnderWay } from './mails'
import type { RefundDraft, RefundPreview } from './refund'
import { post, read, send } from './send'
import type { Addon, Lookup, Note, Trip, Warning } from './types'

/** The trip; `isOwn` when it came as the answer to a change made here. */
export const tripQuery = (trip: string) =>
  queryOptions({
    queryKey: ['trip', trip],
    queryFn: async () =>
      (await dataOf(api.GET('/api/trip/{trip}/get', { params: { path: { trip } } }))) as unknown as Trip & {
        isOwn?: true
      },
  })

export const historyQuery = (trip: string) =>
  queryOptions({
    queryKey: ['trip', trip, 'history'],
    queryFn: async () => (await dataOf(api.GET('/api/trip/{trip}/history', { params: { path: { trip } } }))).data,
  })

/** What was sent about the trip, newest first; looked at again while something is on its way. */
export const messagesQuery = (trip: string) =>
  queryOptions({
    queryKey: ['trip', trip, 'messages'],
    queryFn: () => dataOf(api.GET('/api/messages/trip/{trip}/get', { params: { path: { trip } } })),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 4_000 : false),
  })

/** What is charged at a departure for a party of so many of each kind, sold in this way. */
export const pricesQuery = (timeslot: number, method: string) =>
  queryOptions({
    queryKey: ['prices', timeslot, method],
    queryFn: () =>
      dataOf(
        api.GET('/api/prices/getForTimeslot/{timeslot}/{tripMethod}', {
          params: { path: { timeslot, tripMethod: method } },
        }),
      ),
    staleTime: 30_000,
  })

/** The kinds of guests an experience sells. */
export const kindsQuery = (experience: number) =>
  queryOptions({
    queryKey: ['experience', experience, 'kinds'],
    queryFn: async () =>
      (await dataOf(api.GET('/api/experience/{experience}/get', { params: { path: { experience } } }))).experience
        .customerTypes,
    staleTime: 60_000,
  })

export const productsQuery = () =>
  queryOptions({
    queryKey: ['products', 'sold'],
    queryFn: () => dataOf(api.GET('/api/products/get', { params: { query: {} } })),
    staleTime: 60_000,
  })

/** How trips are sold. */
export const methodsQuery = () =>
  queryOptions({
    queryKey: ['trip-methods'],
    queryFn: () => read<(Lookup & { audience: string })[]>('/api/trip/methods/get'),
    staleTime: 300_000,
  })

/** People of the team who could look at a trip. */
export const teamQuery = () =>
  queryOptions({
    queryKey: ['team', 'trip'],
    queryFn: async () => {
      const answer = await dataOf(api.GET('/api/userAvatars/get', { params: { query: { search: '', limit: 200 } } }))
      return answer.data.map(({ id, name }) => ({ id, name }))
    },
    staleTime: 60_000,
  })

export type NoteValues = Pick<Note, 'body' | 'is_pinned' | 'show_on_manifest'>

export const writeNote = (trip: number, body: NoteValues) => send('/note/new/{trip}', { trip }, body)

export const changeNote = (tripNote: number, body: NoteValues) => send('/note/update/{tripNote}', { tripNote }, body)

export const deleteNote = (tripNote: number) => send('/note/delete/{tripNote}', { tripNote }, {})

export type AvailableCode = { id: number; code: string; description: string; saving_amount: number }

/** Codes the trip could use as it stands, with what each would save. */
export const codesQuery = (trip: number, version: number) =>
  queryOptions({
    queryKey: ['offer-codes', trip, version],
    queryFn: () => read<AvailableCode[]>('/api/payments/getAvailableOfferCodes', {}, { trip_id: trip }),
    staleTime: 0,
  })

type CanReserve = { can_reserve: boolean; blockers: Warning[]; warnings: Warning[] }

/** Whether the trip could be booked without a payment, and what speaks for and against it. */
export const canReserveQuery = (trip: string, version: number) =>
  queryOptions({
    queryKey: ['can-reserve', trip, version],
    queryFn: () => read<CanReserve>('/api/trip/{trip}/canReserve', { trip }),
    staleTime: 0,
  })

export type Delta = { old: number; new: number; delta: number }

/** What an order would cost by the rates of today; nothing is changed. */
export const repriceQuery = (tripOrder: number, version: number) =>
  queryOptions({
    queryKey: ['reprice', tripOrder, version],
    queryFn: () => post<Delta>('/api/tripOrder/{tripOrder}/reprice', { tripOrder }, { dry_run: true }),
    staleTime: 0,
  })

type MovePreview = components['schemas']['RebookAnswer']
type MoveBody = { price_mode: string; type_mapping: { from_id: number; to_id: number }[]; force: boolean }

/** What moving an order would make of the trip; nothing stays. */
export const movePreviewQuery = (tripOrder: number, timeslot: number, version: number, body: MoveBody) =>
  queryOptions({
    queryKey: ['move-preview', tripOrder, timeslot, version, body],
    queryFn: () =>
      post<MovePreview>(
        '/api/tripOrder/{tripOrder}/rebook/{timeslot}',
        { tripOrder, timeslot },
        { ...body, dry_run: true },
      ),
    staleTime: 0,
  })

type CancelPreview = components['schemas']['CancelAnswer']

/** What cancelling an order for a reason would keep and give back; nothing stays. */
export const cancelPreviewQuery = (tripOrder: number, version: number, reason: string, mode: string) =>
  queryOptions({
    queryKey: ['cancel-preview', tripOrder, version, reason, mode],
    queryFn: () =>
      post<CancelPreview>(
        '/api/tripOrder/{tripOrder}/cancel',
        { tripOrder },
        { reason, refund: { mode }, notify: false, dry_run: true },
      ),
    staleTime: 0,
    retry: false,
    placeholderData: (before: CancelPreview | undefined) => before,
  })

/** What guests of a kind could use on a departure. */
export const usableQuery = (customerType: number, timeslot_id: number) =>
  queryOptions({
    queryKey: ['usable-resources', customerType, timeslot_id],
    queryFn: () =>
      dataOf(
        api.GET('/api/resources/get/{customerType}', { params: { path: { customerType }, query: { timeslot_id } } }),
      ),
    staleTime: 0,
  })

type Named = { id: number; name: string }

export const resellersQuery = () =>
  queryOptions({
    queryKey: ['resellers', 'named'],
    queryFn: async () => (await read<{ data: Named[] }>('/api/resellers/get', {}, { limit: 200 })).data,
    staleTime: 60_000,
  })

export const agentsQuery = (reseller: number) =>
  queryOptions({
    queryKey: ['resellers', reseller, 'agents'],
    queryFn: () => read<Named[]>('/api/reseller/{reseller}/agents/get', { reseller }),
    staleTime: 60_000,
  })

/** The add-ons that an order and its guests can have. */
export const extrasQuery = (tripOrder: number) =>
  queryOptions({
    queryKey: ['order-addons', tripOrder],
    queryFn: async () =>
      (await read<{ available: Addon[] }>('/api/tripOrder/{tripOrder}/addons/get', { tripOrder })).available,
    staleTime: 30_000,
  })

/** What the gateway knows of a payment: fee, payout, risk. */
export const transactionQuery = (payment_id: number) =>
  queryOptions({
    queryKey: ['transaction', payment_id],
    queryFn: () => dataOf(api.GET('/api/payments/getTransaction', { params: { query: { payment_id } } })),
    staleTime: 30_000,
  })

/** Who takes tips: of the guides of a trip, or (without one) of the whole team. */
export const tippableQuery = (trip_id: number | null) =>
  queryOptions({
    queryKey: ['tippable', trip_id],
    queryFn: () => dataOf(api.GET('/api/userAvatars/tippable/get', { params: { query: { trip_id } } })),
    staleTime: 60_000,
  })

/** What giving money back would do: kept, given back, and over which payments; nothing is changed. */
export const refundQuery = (trip_id: number, version: number, draft: RefundDraft, scope: object) => {
  const { reason, isFull, target } = draft
  const as = target === 'gift_card' ? 'gift_card' : 'source'
  const body = { trip_id, scope, reason, mode: isFull ? 'full' : 'policy', as }
  return queryOptions({
    queryKey: ['refund-preview', version, body],
    queryFn: () => post<RefundPreview>('/api/payments/calculate_refund_amount', {}, body),
    staleTime: 0,
    retry: false,
    placeholderData: (before: RefundPreview | undefined) => before,
  })
}
