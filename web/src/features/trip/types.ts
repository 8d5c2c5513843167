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
export type AddonLine = Schemas['AddonLineOut']
export type SoldProduct = Schemas['BookingProductOut']
export type Note = Schemas['NoteOut']
export type Flag = Schemas['FlagOut']
export type AppliedCode = Schemas['OfferCodeLineOut']
export type Adjustment = Schemas['AdjustmentOut']
export type Lookup = Schemas['Lookup']
