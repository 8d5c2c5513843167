import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'

type Schemas = components['schemas']
export type Collecting = Schemas['CollectingOut']
export type GatewayAccount = Schemas['GatewayAccountOut']
export type Reader = Schemas['ReaderOut']
export type Readers = Schemas['ReadersOut']
export type CardDesign = Schemas['CardStyleOut']

export const collectingQuery = queryOptions({
  queryKey: ['setup', 'collecting'],
  queryFn: () => dataOf(api.GET('/api/setup/collecting/get')),
  staleTime: 0,
})

/** Where the operator tells the payment service who it is. */
export const onboard = () => dataOf(api.POST('/api/setup/collecting/onboard', { body: {} })).then(({ url }) => url)

export const readersQuery = queryOptions({
  queryKey: ['setup', 'readers'],
  queryFn: () => dataOf(api.GET('/api/setup/readers/get')),
})

export const registerReader = (body: Schemas['ReaderRegisterIn']) =>
  dataOf(api.POST('/api/setup/readers/register', { body }))

export const removeReader = (reader_id: string) =>
  dataOf(api.POST('/api/setup/readers/remove', { body: { reader_id } }))

export const designsQuery = queryOptions({
  queryKey: ['giftCards', 'styles'],
  queryFn: () => dataOf(api.GET('/api/giftCard/getStyles')),
})

/** A picture of the operator's own for the gift cards that come. */
export function addDesign(name: string, file: File) {
  const body = new FormData()
  body.set('name', name)
  body.set('file', file)
  return dataOf(
    api.POST('/api/giftCard/style/upload', { body: body as never, bodySerializer: (data) => data as never }),
  )
}

export const removeDesign = (giftCardStyle: number) =>
  dataOf(api.POST('/api/giftCard/style/{giftCardStyle}/remove', { params: { path: { giftCardStyle } } }))
