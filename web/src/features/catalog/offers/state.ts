import type { OfferCode } from '@/api/models'

/** A hundred per cent in parts per million. */
export const WHOLE = 1_000_000

/** Whether a code can be applied on this day (local, YYYY-MM-DD), or why not. */
export function stateOf(offer: Pick<OfferCode, 'status' | 'book_from' | 'book_to' | 'travel_to'>, today: string) {
  if (offer.status !== 'available') return offer.status
  if ([offer.book_to, offer.travel_to].some((last) => last !== null && last < today)) return 'over'
  return offer.book_from !== null && offer.book_from > today ? 'soon' : 'available'
}

/** Codes by code or by the name the staff gave them. */
export function offersWith<T extends Pick<OfferCode, 'code' | 'internal_name'>>(offers: readonly T[], text: string) {
  const wanted = text.trim().toLocaleLowerCase()
  return offers.filter(({ code, internal_name }) => `${code} ${internal_name}`.toLocaleLowerCase().includes(wanted))
}
