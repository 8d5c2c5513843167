import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Draft } from './types'

/** How the customer of a trip can be written to. */
export const tripWaysQuery = (trip: string) =>
  queryOptions({
    queryKey: ['trip', trip, 'ways'],
    queryFn: () => dataOf(api.GET('/api/messages/trip/{trip}/ways/get', { params: { path: { trip } } })),
  })

/** How a customer can be written to. */
export const customerWaysQuery = (customer: number) =>
  queryOptions({
    queryKey: ['customer', customer, 'ways'],
    queryFn: () => dataOf(api.GET('/api/messages/customer/{customer}/ways/get', { params: { path: { customer } } })),
  })

export const answerTrip = (trip: string, body: Draft) =>
  dataOf(api.POST('/api/trip/{trip}/questions/answer', { params: { path: { trip } }, body }))

export const answerCustomer = (customer: number, body: Draft) =>
  dataOf(api.POST('/api/customer/{customer}/answer', { params: { path: { customer } }, body }))

/** Has a message that nobody has begun to send stay here. */
export const holdBack = (message: number) =>
  dataOf(api.POST('/trip/messages/cancel/{message}', { params: { path: { message } } }))

type Untyped = (path: string, init: object) => Promise<never>

/** Sends a message once more that did not go out. */
export const tryAgain = (message: number) =>
  dataOf(
    (api.POST as unknown as Untyped)('/api/message/{message}/status/{status}/change', {
      params: { path: { message, status: 'queued' } },
    }),
  )
