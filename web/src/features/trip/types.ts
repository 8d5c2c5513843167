import type { components } from '@/api/schema'

// Short names for what the trip page speaks of; the shapes are the server's.
type Schemas = components['schemas']

export type FieldValue = Schemas['AnswerOut']

export type Trip = Schemas['TripFull']
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
