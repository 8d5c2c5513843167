import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { FetchPage } from '@/components/table/api'
import type { CallNote, CallRow, NewCall } from './types'

const at = (call: number) => ({ params: { path: { call } } })

/** Everything about calls is under this key, so that a change renews all of it. */
export const callsKey = ['calls']

export const callQuery = (call: number) =>
  queryOptions({
    queryKey: [...callsKey, 'one', call],
    queryFn: () => dataOf(api.GET('/api/call/{call}/get', at(call))),
  })

const ringing = JSON.stringify([{ field: 'status', op: 'in', value: ['ringing', 'answered'] }])
const mostRinging = 5

/** The calls that ring or are held now, each with everybody it may be from. */
export async function readRinging() {
  const query = { filters: ringing, sort: '-started_at', limit: mostRinging }
  const { data } = await dataOf(api.GET('/api/calls/get', { params: { query } }))
  return Promise.all(data.map(({ id }) => readCall(id)))
}

export const readCall = (call: number) => dataOf(api.GET('/api/call/{call}/get', at(call)))

export type Whose = { trip: string } | { customer: number }

export const callsOf = (whose: Whose) =>
  queryOptions({
    queryKey: [...callsKey, 'of', whose],
    queryFn: async () => {
      if ('trip' in whose) return (await dataOf(api.GET('/api/calls/{trip}/get', { params: { path: whose } }))).data
      return (await dataOf(api.GET('/api/calls/customer/{customer}/get', { params: { path: whose } }))).data
    },
  })

export const fetchCalls: FetchPage<CallRow> = (query, signal) =>
  dataOf(api.GET('/api/calls/get', { params: { query }, signal }))

export const saveCall = (call: number, body: CallNote) =>
  dataOf(api.POST('/api/call/{call}/save', { ...at(call), body }))

export const setCallback = (call: number, state: 'none' | 'wanted' | 'done') =>
  dataOf(api.POST('/api/call/{call}/callback', { ...at(call), body: { state } }))

export const writeDown = (body: NewCall) => dataOf(api.POST('/api/call/create', { body }))

export const hideAlerts = (hide: boolean) => dataOf(api.POST('/api/userAvatars/me/hideCallAlerts', { body: { hide } }))
