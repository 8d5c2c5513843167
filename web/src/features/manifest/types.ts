import type { components } from '@/api/schema'

// What the manifest tells (domain.md 4.23), by the names that its screens use.
type Schemas = components['schemas']

export type Day = Schemas['ManifestDayOut']
export type Slot = Schemas['ManifestTimeslotOut']
export type Order = Schemas['ManifestOrderOut']
/** What of a day its rows need beside themselves: it stays the same object while guests come. */
export type DayFacts = Pick<Day, 'currency' | 'time_zone' | 'bookingStatuses'> & { mayCheckIn: boolean }
export type Booking = Schemas['ManifestBookingOut']
export type Unscheduled = Schemas['UnscheduledOut']
export type Named = Schemas['NamedOut']
export type Extra = Schemas['ExtraOut']
export type AddonLine = Schemas['ManifestAddonOut']
