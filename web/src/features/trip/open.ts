import type { PayLink } from './links'

type OfTrip =
  | 'contact'
  | 'reseller'
  | 'commission'
  | 'tax'
  | 'deposit'
  | 'code'
  | 'reserve'
  | 'decline'
  | 'delete'
  | 'restore'
  | 'unlock'
  | 'flag'
  | 'clearFlag'
  | 'fields'
  | 'pay'
type OfPayment = 'refundAgain' | 'paymentNote' | 'paymentEdit' | 'paymentRemove' | 'tip'
type OfHold = 'capture' | 'release'
type OfDispute = 'disputeAnswer' | 'disputeAccept'
type OfOrder =
  | 'addGuests'
  | 'rebook'
  | 'unschedule'
  | 'uncancel'
  | 'split'
  | 'price'
  | 'types'
  | 'reprice'
  | 'orderNote'
  | 'orderFields'
  | 'resources'
  | 'guides'
  | 'removeOrder'

type Each<Kinds extends string, About> = { [K in Kinds]: { kind: K } & About }[Kinds]

/** The windows of the trip page; each knows by number what it is about, and reads the newest state itself. */
export type Open =
  | Each<OfTrip, unknown>
  | Each<OfOrder, { order: number }>
  | Each<OfPayment, { payment: number }>
  | Each<OfHold, { hold: number }>
  | Each<'linkRevoke', { link: PayLink }>
  | Each<'noshow' | 'tablet', { order: number; bookings: number[] }>
  | Each<OfDispute, { dispute: number }>
  | Each<'refund', { payment?: number }>
  | Each<'guest' | 'removeGuest', { booking: number }>
  | Each<'comp' | 'discount', { order?: number; booking?: number }>
  /** Cancels an order, and then asks about the rest of the trip; those are `isNext`. */
  | { kind: 'cancel'; order: number; rest?: number[]; isNext?: boolean }
  | { kind: 'method'; method: number }
  | { kind: 'extras'; order: number; booking?: number }
  | { kind: 'products'; booking?: number }

export type OpenKind = Open['kind']
