import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type {
  Reseller,
  ResellerAgentIn,
  ResellerCreateIn,
  ResellerRow,
  ResellerSettingsIn,
  TopUpIn,
} from '@/api/models'
import type { FetchPage } from '@/components/table/api'
import type { BulkTarget } from '@/components/table/model'
import { statuses, type ResellerTab } from './model'

const at = (reseller: number | string) => ({ params: { path: { reseller: Number(reseller) } } })

/** Everything about one reseller is under this key, so that a change renews all of it. */
export const resellerKey = (reseller: number | string) => ['reseller', String(reseller)]

export const resellerQuery = (reseller: number | string) =>
  queryOptions({
    queryKey: [...resellerKey(reseller), 'full'],
    queryFn: () => dataOf(api.GET('/api/reseller/{reseller}/get', at(reseller))),
  })

const longestSearch = 100

/** What they sold this month and who owes what: the list works it out, and finds them by the words of their name. */
export const figuresQuery = ({ id, name }: Pick<Reseller, 'id' | 'name'>) =>
  queryOptions({
    queryKey: [...resellerKey(id), 'figures', name],
    queryFn: async () => {
      const filters = JSON.stringify([{ field: 'status', op: 'in', value: statuses }])
      const query = { search: name.slice(0, longestSearch), filters, limit: 200 }
      const { data } = await dataOf(api.GET('/api/resellers/get', { params: { query } }))
      return data.find((row) => row.id === id) ?? null
    },
  })

export const fetchResellers: FetchPage<ResellerRow> = (query, signal) =>
  dataOf(api.GET('/api/resellers/get', { params: { query }, signal }))

export const experiencesQuery = queryOptions({
  queryKey: ['experiences'],
  queryFn: () => dataOf(api.GET('/api/experiences/all')),
})

/** The sets of booking rules that experiences and resellers share. */
export const bookingRulesQuery = queryOptions({
  queryKey: ['restrictions'],
  queryFn: () => dataOf(api.GET('/api/restrictions/get')),
})

export const agentsQuery = (reseller: number) =>
  queryOptions({
    queryKey: [...resellerKey(reseller), 'agents'],
    queryFn: () =>
      dataOf(
        api.GET('/api/reseller/{reseller}/agents/get', { params: { path: { reseller }, query: { disabled: true } } }),
      ),
  })

export const cardsQuery = (reseller: number) =>
  queryOptions({
    queryKey: [...resellerKey(reseller), 'cards'],
    queryFn: async () => (await dataOf(api.GET('/api/reseller/{reseller}/cards/get', at(reseller)))).cards,
  })

/** What the gateway's fields are drawn with to keep a card; asked for anew each time. */
export const cardSetupQuery = (reseller: number) =>
  queryOptions({
    queryKey: [...resellerKey(reseller), 'cardSetup'],
    queryFn: () => dataOf(api.POST('/api/reseller/{reseller}/createCardIntent', { ...at(reseller), body: {} })),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

/** Note a card that the gateway keeps by now; returns all of them. */
export const addCard = async (
  reseller: number,
  body: { payment_method_id: string; nickname: string; is_default: boolean },
) => (await dataOf(api.POST('/api/reseller/{reseller}/creditCard/add', { ...at(reseller), body }))).cards

export const notesQuery = (reseller: number) =>
  queryOptions({
    queryKey: [...resellerKey(reseller), 'notes'],
    queryFn: () => dataOf(api.GET('/api/reseller/{reseller}/notes/get', at(reseller))),
  })

export const topUpsQuery = (reseller: number) =>
  queryOptions({
    queryKey: [...resellerKey(reseller), 'topUps'],
    queryFn: () => dataOf(api.GET('/api/reseller/{reseller}/topUps/get', at(reseller))),
  })

export const historyQuery = (reseller: number) =>
  queryOptions({
    queryKey: [...resellerKey(reseller), 'history'],
    queryFn: async () => (await dataOf(api.GET('/api/reseller/{reseller}/history', at(reseller)))).data,
  })

export const tripsQuery = (reseller: number) =>
  infiniteQueryOptions({
    queryKey: [...resellerKey(reseller), 'trips'],
    queryFn: ({ pageParam }) => {
      const query = { cursor: pageParam, limit: 50, sort: '-first_start_at' }
      return dataOf(api.GET('/api/reseller/{reseller}/trips/get', { params: { path: { reseller }, query } }))
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor,
  })

export const createReseller = (body: ResellerCreateIn) => dataOf(api.POST('/api/reseller/create', { body }))

type Setting = Extract<ResellerTab, ResellerSettingsIn['tab']>

/** Change one tab of a reseller's settings; the others stay as they are. */
export const saveSettings = <K extends Setting>(
  { id, version }: Pick<Reseller, 'id' | 'version'>,
  tab: K,
  values: ResellerSettingsIn[K],
) => dataOf(api.POST('/api/reseller/{reseller}/settings/edit', { ...at(id), body: { tab, version, [tab]: values } }))

export const deleteReseller = ({ id, version }: Reseller) =>
  dataOf(api.POST('/api/reseller/{reseller}/delete', { ...at(id), body: { version } }))

/** Put many resellers away, or have them sell again, as long work. */
export const setStatuses = (target: BulkTarget, status: 'active' | 'archived') => {
  const which = 'ids' in target ? { ids: target.ids } : { search: target.search, filters: target.filters }
  return dataOf(api.POST('/api/resellers/bulk/status', { body: { ...which, status } }))
}

/** Change an agent, or add one; returns all of them. */
export const saveAgent = (reseller: number, agent: number | null, body: ResellerAgentIn) =>
  dataOf(
    api.POST('/api/reseller/{reseller}/agent/{userAvatar}/edit', {
      params: { path: { reseller, userAvatar: agent ?? 0 } },
      body: { ...body, id: agent },
    }),
  )

const cardAt = (reseller: number, card: number) => ({
  params: { path: { reseller, reseller_credit_card: card } },
})

export const changeCard = async (reseller: number, card: number, body: { nickname?: string; is_default?: boolean }) =>
  (
    await dataOf(
      api.POST('/api/reseller/{reseller}/savedCard/{reseller_credit_card}/edit', { ...cardAt(reseller, card), body }),
    )
  ).cards

export const removeCard = async (reseller: number, card: number) =>
  (
    await dataOf(
      api.POST('/api/reseller/{reseller}/savedCard/{reseller_credit_card}/delete', {
        ...cardAt(reseller, card),
        body: {},
      }),
    )
  ).cards

const noteAt = (reseller: number, resellerNote: number) => ({ params: { path: { reseller, resellerNote } } })

export const writeNote = (reseller: number, body: string) =>
  dataOf(api.POST('/api/reseller/{reseller}/note/new', { ...at(reseller), body: { body } }))

export const changeNote = (reseller: number, note: number, body: string) =>
  dataOf(api.POST('/api/reseller/{reseller}/note/{resellerNote}/update', { ...noteAt(reseller, note), body: { body } }))

export const deleteNote = (reseller: number, note: number) =>
  dataOf(api.POST('/api/reseller/{reseller}/note/{resellerNote}/delete', noteAt(reseller, note)))

export const addTopUp = (reseller: number, body: TopUpIn) =>
  dataOf(api.POST('/api/reseller/{reseller}/topUp/add', { ...at(reseller), body }))
