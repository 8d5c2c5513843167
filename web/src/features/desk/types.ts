import type { components } from '@/api/schema'

// Short names for what a desk speaks of; the shapes are the server's.
type Schemas = components['schemas']

export type Desk = Schemas['DeskOut']
export type DeskDay = Schemas['DeskDayOut']
export type Tour = Schemas['DeskExperienceOut']
export type Departure = Schemas['DeskDepartureOut']
export type GuestType = Schemas['DeskGuestTypeOut']
export type RepeatSale = Schemas['RepeatSaleOut']
export type Earnings = Schemas['EarningsOut']
export type EarnedTrip = Schemas['EarnedTripOut']
export type Ticket = Schemas['DeskTicketOut']
export type Invoice = Schemas['DeskInvoiceOut']
export type Statement = Schemas['DeskStatementOut']
/** A full departure that guests would wait for. */
export type Waiting = { tour: Tour; departure: Departure }
/** How many of each guest type, by experience customer type. */
export type Quantities = Record<string, number>
