import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { OfferCode, OfferCodeIn } from '@/api/models'

/** A code as the lists of the catalogue take it: what it is called is the code. */
export type NamedOffer = OfferCode & { name: string }

const named = (offers: OfferCode[]): NamedOffer[] => offers.map((offer) => ({ ...offer, name: offer.code }))
const read = async (is_archived: boolean) =>
  named((await dataOf(api.GET('/api/offerCodes/get', { params: { query: { is_archived } } }))).offerCodes)

export const offersQuery = queryOptions({ queryKey: ['offers'], queryFn: () => read(false) })
export const removedOffers = () => read(true)

export const saveOffer = (body: OfferCodeIn) => dataOf(api.POST('/api/offerCode/save', { body }))

const at = (offerCode: number) => ({ params: { path: { offerCode } } })
export const archiveOffer = (id: number) => dataOf(api.POST('/api/offerCode/{offerCode}/archive', at(id)))
export const restoreOffer = (id: number) => dataOf(api.POST('/api/offerCode/{offerCode}/restore', at(id)))
