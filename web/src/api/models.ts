import type { components, paths } from './schema'

// Short names for what the screens speak of; the shapes are the server's.
type Schemas = components['schemas']

export type Lookup = Schemas['Lookup']
export type BookingStatus = Schemas['StatusOut']
export type AppInit = Schemas['AppInitOut']
export type Properties = Schemas['PropertiesOut']

export type Manifest = Schemas['ManifestDayOut']
export type ManifestTimeslot = Schemas['ManifestTimeslotOut']
export type ManifestOrder = Schemas['ManifestOrderOut']
export type ManifestBooking = Schemas['ManifestBookingOut']

export type TripFull = Schemas['TripFull']
export type TripOrder = Schemas['TripOrderOut']
export type TripBooking = Schemas['BookingOut']
export type TripPayment = Schemas['PaymentOut']
export type PaidState = TripFull['paid_state']
export type HistoryEntry = Schemas['HistoryItem']
export type Portal = Schemas['PortalInitOut']

export type ExperienceRow = Schemas['ExperienceRowOut']
export type ExperienceFull = Schemas['ExperienceFullOut']
export type ExperienceIn = Schemas['ExperienceSaveIn']
export type CustomerType = Schemas['KindOut']
export type AvailabilityIn = Schemas['RuleIn']
export type AvailabilityOut = Schemas['RuleAnswerOut']

export type SignupInit = Schemas['InitOut']
export type SignupState = SignupInit['state']
export type SignupAccountIn = paths['/signup/account']['post']['requestBody']['content']['application/json']
export type SignupRegisterIn = Schemas['RegisterIn']
export type DomainCheck = Schemas['DomainOut']
