import type { components } from '@/api/schema'

// Short names for what the trip page speaks of; the shapes are the server's.
type Schemas = components['schemas']

export type FieldValue = Schemas['AnswerOut']

export type Trip = Schemas['TripFull']
export type Payment = Schemas['PaymentOut']
/** An amount that is set aside on a card, to be taken or let go. */
export type Hold = {
  id: number
  amount: number
  captured_amount: number
  /** What was asked for that the gateway has not done yet: 0 lets it go. */
  wanted_amount: number | null
  status: string
  authorized_at: string
  capture_before: string | null
}

export type Tippable = Schemas['TippableOut']

/** A payment that its card's bank questions. */
export type Dispute = {
  id: number
  payment_id: number
  amount: number
  status: string
  reason: string
  evidence_due_at: string | null
}

/** What the gateway has booked about a payment; what is settled is null until it has. */
export type GatewayFacts = {
  charge_id: string
  platform_amount: number
  settled_currency: string | null
  settled_gross: number | null
  settled_fee: number | null
  settled_net: number | null
  available_at: string | null
  risk_level: string | null
  card_country: string | null
  card_funding: string | null
  receipt_url: string | null
}
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
