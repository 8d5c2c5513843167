import type { TripFull } from '@/api/models'
import type { components } from '@/api/schema'

type Schemas = components['schemas']

/** Where money comes from, as somebody at a desk thinks of it. */
export const ways = ['card', 'saved', 'reader', 'cash', 'gift', 'link', 'other'] as const
export type Way = (typeof ways)[number]

/** Money that did not pass through our gateway, besides cash. */
export const otherMethods = ['external', 'check', 'bank_transfer', 'voucher', 'other'] as const
export type OtherMethod = (typeof otherMethods)[number]

/** Which part of what is owed somebody pays. */
export const parts = ['balance', 'deposit', 'tab', 'custom'] as const
export type Part = (typeof parts)[number]

export type TripAnswer = { trip: TripFull; warnings: Schemas['WarningOut'][] }
export type SavedCard = Schemas['UsableCardOut']

/** What one guest still owes, in minor units. */
export type Share = { booking_id: number; open_amount: number }

/** A card reader that can be asked for a card. */
export type Reader = Schemas['PayReaderOut']

/** What the browser needs for the gateway's own fields. */
export type Intent = Schemas['IntentOut']

/** How a payment stands at the gateway, and the trip as it is then. */
export type Confirmed = Pick<Schemas['ConfirmOut'], 'trip' | 'status' | 'message'>

/** A request for money under an address of its own. */
export type PayLink = Pick<Schemas['PaymentLinkMadeOut'], 'url' | 'expires_at' | 'sent_to'>

/** Everything that was chosen or typed in the window; amounts in minor units. */
export type Taking = {
  way: Way
  part: Part
  /** Typed in place of a part; null for what the part comes to. */
  typed: number | null
  bookings: number[]
  tip: number
  given: number | null
  other: OtherMethod
  reference: string
  note: string
  card: { id: number; owner: SavedCard['owner']['kind'] } | null
  reader: string | null
  code: string
  isHold: boolean
  isKept: boolean
  /** The customer pays a partner, and money of theirs is taken here on purpose. */
  isAnyway: boolean
}

/** The page that takes money for a trip of its own. */
export type PayHost = {
  trip: TripFull
  /** Changes the trip and shows the answer wherever the page shows the trip; a refusal is thrown. */
  ask: (send: (trip: TripFull) => Promise<TripAnswer>) => Promise<TripFull>
  /** Whether the guest is told about what is booked by this payment. */
  notify: boolean
}

/** How it ended. */
export type Outcome =
  | { kind: 'paid'; trip: TripFull; amount: number; change: number }
  | { kind: 'held'; trip: TripFull; amount: number }
  | { kind: 'pending'; trip: TripFull; amount: number }
  | { kind: 'link'; link: PayLink; amount: number }
