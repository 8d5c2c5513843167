import type { components } from '@/api/schema'

// Short names for what the trip page speaks of; the shapes are the server's.
type Schemas = components['schemas']

export type FieldValue = {
  custom_field_id: number
  label: string
  kind: string
  help_text?: string
  options?: string[]
  value: unknown
}

export type Trip = Omit<Schemas['TripFull'], 'tripOrders'> & { tripOrders: Order[] }
export type Order = Omit<Schemas['TripOrderOut'], 'bookings'> & {
  bookings: Booking[]
  customFieldValues?: FieldValue[]
}
export type Booking = Schemas['BookingOut'] & { customFieldValues?: FieldValue[] }
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
