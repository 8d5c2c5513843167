import { api, dataOf } from '@/api/client'
import type { TripAnswer } from './types'

type At = Record<string, string | number>

/** Post one change of a trip; every one is answered with the whole trip and what there is to know. */
export const send = (path: string, at: At, body: object): Promise<TripAnswer> => post(path, at, body)

/** Post something that is not answered with a trip. */
export function post<T>(path: string, at: At, body: object): Promise<T> {
  return dataOf(api.POST(path as '/api/trip/save', { params: { path: at }, body } as never)) as never
}

export function read<T>(path: string, at: At = {}, query: object = {}): Promise<T> {
  return dataOf(api.GET(path as '/api/trip/{trip}/get', { params: { path: at, query } } as never)) as never
}
