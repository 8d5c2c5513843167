import type { components } from '@/api/schema'

// Short names for what the trip page speaks of; the shapes are the server's.
type Schemas = components['schemas']

export type FieldValue = Schemas['AnswerOut']

export type Trip = Schemas['TripFull']
export type Payment = Schemas['PaymentOut']
/** An amount that is set aside on a card, to be taken or let go. */
export type Hold = Schemas['PaymentHoldOut']

/** A payment that its card's bank questions. */
export type Dispute = Schemas['DisputeOut']

/** What the gateway has booked about a payment; what is settled is null until it has. */
export type GatewayFacts = Schemas['TransactionOut']
export type Order = Schemas['TripOrderOut']
export type Booking = Schemas['BookingOut']
export type Guest = Schemas['GuestOut']
export type Warning = Schemas['WarningOut']
export type TripAnswer = { trip: Trip; warnings: Warning[] }

/** What the trip page asks of the server. */
export type Change = {
  /** Posts it; the trip is the newest one that is known, for its version and ids. */
  send: (trip: Trip) => Promise<TripAnswer>
  /** The trip as it will be, where that is certain enough to show before the server has said so. */
  guess?: (trip: Trip) => Trip
  /** What to say when it is done; from the trip before and after, where that depends on it. */
  done?: string | ((before: Trip, after: Trip) => string)
  /** How to take it back, where that can be done without asking anybody; from the trip before and after. */
  undo?: Change | ((before: Trip, after: Trip) => Change | null)
}

/** An add-on as it is offered to some guests of a trip. */
export type Addon = Schemas['OfferedAddonOut']
export type AddonLine = Schemas['AddonLineOut']
export type SoldProduct = Schemas['BookingProductOut']
export type Note = Schemas['NoteOut']
export type Flag = Schemas['FlagOut']
export type AppliedCode = Schemas['OfferCodeLineOut']
export type Adjustment = Schemas['AdjustmentOut']
export type Lookup = Schemas['Lookup']
