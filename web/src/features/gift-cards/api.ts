import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'
import type { FetchPage } from '@/components/table/api'

type Schemas = components['schemas']
export type CardRow = Schemas['CardRowOut']
export type GiftCard = Schemas['GiftCardOut']
export type CardStyle = Schemas['CardStyleOut']
export type CardFigures = Schemas['CardFiguresOut']
export type CardMovement = Schemas['CardMovementOut']
export type CardSaveIn = Schemas['CardSaveIn']
export type CardBalance = Schemas['CardBalanceOut']
export type CardTrip = Schemas['CardTripOut']

const at = (giftCard: number) => ({ params: { path: { giftCard } } })

export const fetchCards: FetchPage<CardRow> = (query, signal) =>
  dataOf(api.GET('/api/giftCards/get', { params: { query }, signal }))

/** What the operator owes on cards, and how it came about. */
export const figuresQuery = queryOptions({
  queryKey: ['giftCards', 'figures'],
  queryFn: () => dataOf(api.GET('/api/giftCards/figures')),
  staleTime: 60_000,
})

export const stylesQuery = queryOptions({
  queryKey: ['giftCards', 'styles'],
  queryFn: () => dataOf(api.GET('/api/giftCard/getStyles')),
  staleTime: 5 * 60_000,
})

export const cardQuery = (giftCard: number) =>
  queryOptions({
    queryKey: ['giftCards', 'card', giftCard],
    queryFn: () => dataOf(api.GET('/api/giftCard/{giftCard}/get', at(giftCard))),
  })

export const saveCard = (body: CardSaveIn) => dataOf(api.POST('/api/giftCard/save', { body }))

/** By its number, or by the code that is printed on it: sold with a trip, or given away for a reason. */
export const activateCard = (giftCard: number | string, body: Schemas['CardActivateIn'] = {}) =>
  dataOf(api.POST('/api/giftCard/{giftCard}/activate', { params: { path: { giftCard: String(giftCard) } }, body }))

export const reloadCard = (giftCard: number, body: Schemas['CardReloadIn']) =>
  dataOf(api.POST('/api/giftCard/{giftCard}/reload', { ...at(giftCard), body }))

export const cloneCard = (giftCard: number) => dataOf(api.POST('/api/giftCard/{giftCard}/clone', at(giftCard)))

export const removeCard = (giftCard: number, reason: string, version: number) =>
  dataOf(api.POST('/api/giftCard/{giftCard}/remove', { ...at(giftCard), body: { reason, version } }))

export const showCode = (giftCard: number) => dataOf(api.POST('/api/giftCard/{giftCard}/code', at(giftCard)))

/** Mail a card that waits for its day now. */
export const sendNow = ({ id, version }: GiftCard) => saveCard({ id, version, deliver_at: new Date().toISOString() })

/** Mail a card once more, to whom it is for now. */
export const resendCard = ({ id, version }: GiftCard) =>
  dataOf(api.POST('/api/giftCard/{giftCard}/resend', { ...at(id), body: { version } }))

export const balanceOf = (code: string) =>
  dataOf(api.GET('/api/giftCard/search', { params: { query: { code } } })).then((found) => found.giftCard)

/** A cart of somebody who buys a card and nothing else. */
export const newSale = (contact: Schemas['ContactIn']) =>
  dataOf(api.POST('/api/trip/save', { body: { method: 'walk_up', contact } })).then((answer) => answer.trip)

export const pdfUrl = (giftCard: number) => `/api/giftCard/${giftCard}/pdf`
