import { api, dataOf } from '@/api/client'
import type { paths } from '@/api/schema'
import type { TripAnswer } from './types'

type At = Record<string, string | number>
/** Paths of the server that take a method. */
type Having<M extends 'get' | 'post'> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never
}[keyof paths]

/** Post one change of a trip; every one is answered with the whole trip and what there is to know. */
export const send = (path: Having<'post'>, at: At, body: object): Promise<TripAnswer> => post(path, at, body)

/** Post something that is not answered with a trip. */
export function post<T>(path: Having<'post'>, at: At, body: object, query: object = {}): Promise<T> {
  return dataOf(api.POST(path as '/api/trip/save', { params: { path: at, query }, body } as never)) as never
}

export function read<T>(path: Having<'get'>, at: At = {}, query: object = {}): Promise<T> {
  return dataOf(api.GET(path as '/api/trip/{trip}/get', { params: { path: at, query } } as never)) as never
}
