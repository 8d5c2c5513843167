import { dayIn } from '@/lib/dates'
import { splitName } from '@/lib/names'
import { instantAt } from '@/lib/wall-time'
import type { CardSaveIn, GiftCard } from './api'

export const ways = ['sold', 'given', 'printed'] as const
export type Way = (typeof ways)[number]

export const deliveries = ['now', 'day', 'none'] as const
export type Delivery = (typeof deliveries)[number]

export type Draft = {
  way: Way
  /** The trip that buys it; null: a sale of its own. */
  trip: number | null
  buyer_name: string
  buyer_email: string
  value: number | null
  bonus: number | null
  price: number | null
  style_id: number
  recipient_name: string
  recipient_email: string
  sender_name: string
  message: string
  locale: string
  delivery: Delivery
  deliver_on: string | null
  code: string
  expires_on: string | null
  note: string
  /** Why value is given away that nobody pays for. */
  reason: string
}

/** In the morning of the operator's day: a present is there when its day begins. */
const DELIVERED_AT = '08:00'

export const emptyDraft = (styleId: number, locale: string): Draft => ({
  way: 'sold',
  trip: null,
  buyer_name: '',
  buyer_email: '',
  value: null,
  bonus: null,
  price: null,
  style_id: styleId,
  recipient_name: '',
  recipient_email: '',
  sender_name: '',
  message: '',
  locale,
  delivery: 'now',
  deliver_on: null,
  code: '',
  expires_on: null,
  note: '',
  reason: '',
})

/** When the recipient gets the mail: at once, on a morning, or never. */
export function deliverAt(draft: Pick<Draft, 'delivery' | 'deliver_on'>, zone: string, now: Date): string | null {
  if (draft.delivery === 'none') return null
  if (draft.delivery === 'now' || !draft.deliver_on) return now.toISOString()
  return instantAt(draft.deliver_on, DELIVERED_AT, zone)
}

/** What is sent of a new card. A card that is given away holds promotional value only. */
export function newBody(draft: Draft, trip: number | null, zone: string, now = new Date()): CardSaveIn {
  const isGiven = draft.way === 'given'
  const isPrinted = draft.way === 'printed'
  const typed = isPrinted && draft.code.trim() !== ''
  return {
    ...(trip !== null && { trip }),
    purchased_amount: isGiven ? 0 : (draft.value ?? 0),
    promo_amount: isGiven ? (draft.value ?? 0) : (draft.bonus ?? 0),
    ...(draft.way === 'sold' && draft.price !== null && draft.price !== draft.value && { price: draft.price }),
    style_id: draft.style_id,
    ...(isPrinted
      ? { is_physical: true, code_source: typed ? 'manual' : 'auto', ...(typed && { code: draft.code.trim() }) }
      : { ...wordsOf(draft), deliver_at: draft.recipient_email ? deliverAt(draft, zone, now) : null }),
    ...(draft.expires_on && { expires_at: instantAt(draft.expires_on, '23:59', zone) }),
    note: draft.note,
  }
}

const wordsOf = (draft: Draft) => ({
  recipient_name: draft.recipient_name,
  recipient_email: draft.recipient_email || null,
  sender_name: draft.sender_name,
  message: draft.message,
  locale: draft.locale,
})

/** A card that is there, as it can be changed: its value stays. */
export function draftOf(card: GiftCard, zone: string): Draft {
  const day = (at: string | null) => (at ? dayIn(zone, new Date(at)) : null)
  return {
    ...emptyDraft(card.style_id, card.locale),
    way: card.is_physical ? 'printed' : card.purchased_amount === 0 ? 'given' : 'sold',
    value: card.purchased_amount || card.promo_amount,
    recipient_name: card.recipient_name,
    recipient_email: card.recipient_email ?? '',
    sender_name: card.sender_name,
    message: card.message,
    delivery: card.deliver_at ? 'day' : 'none',
    deliver_on: day(card.deliver_at),
    expires_on: day(card.expires_at),
    note: card.note,
  }
}

/** What is sent of a changed card: only what differs, so that nobody's other change is undone. */
export function changeBody(card: GiftCard, draft: Draft, zone: string, now = new Date()): CardSaveIn {
  const before = draftOf(card, zone)
  const changed = (['style_id', 'recipient_name', 'sender_name', 'message', 'locale', 'note'] as const).filter(
    (name) => draft[name] !== before[name],
  )
  const isMoved = draft.delivery !== before.delivery || draft.deliver_on !== before.deliver_on
  return {
    id: card.id,
    version: card.version,
    ...Object.fromEntries(changed.map((name) => [name, draft[name]])),
    ...(draft.recipient_email !== before.recipient_email && { recipient_email: draft.recipient_email || null }),
    ...(isMoved && !card.delivered_at && { deliver_at: deliverAt(draft, zone, now) }),
    ...(draft.expires_on !== before.expires_on && {
      expires_at: draft.expires_on ? instantAt(draft.expires_on, '23:59', zone) : null,
    }),
  }
}

const waits = (sale: GiftCard['sales'][number]) => sale.status === 'waits'

/** What a card is worth to its owner: what is on it, or will be as soon as it is active. */
export const worthOf = ({ status, balance, sales }: Pick<GiftCard, 'status' | 'balance' | 'sales'>) =>
  status === 'pending'
    ? sales.filter(waits).reduce((sum, sale) => sum + sale.purchased_amount + sale.promo_amount, 0)
    : balance

/** The trip whose payment a card waits for. */
export const awaitedTrip = ({ sales }: Pick<GiftCard, 'sales'>) => sales.find(waits)?.trip ?? null

/** What can be done with a card as it is. */
export function deedsOf(card: Pick<GiftCard, 'status' | 'kind' | 'recipient_email' | 'delivered_at' | 'sales'>) {
  const isVoid = card.status === 'void'
  const isWaiting = card.sales.some(waits)
  return {
    activate: !isVoid && isWaiting,
    send: card.status === 'active' && !!card.recipient_email && !card.delivered_at,
    resend: ['active', 'depleted'].includes(card.status) && !!card.recipient_email && !!card.delivered_at,
    reload: !isVoid,
    edit: !isVoid,
    clone: card.kind === 'gift',
    remove: !isVoid,
  }
}

/** Somebody's name in two parts, as a contact has it. */
export function contactOf({ buyer_name, buyer_email }: Pick<Draft, 'buyer_name' | 'buyer_email'>) {
  return { ...splitName(buyer_name), ...(buyer_email && { email: buyer_email }) }
}

export type Deed = 'edit' | 'reload' | 'remove'

const moves = {
  gift_card_activate: 'activate',
  gift_card_reload: 'reload',
  gift_card_adjust: 'adjust',
  gift_card_expire: 'expire',
  gift_card_void: 'void',
  payment: 'redeem',
  payment_reversal: 'unapply',
  refund: 'refund',
  refund_reversal: 'adjust',
} as const

/** What moved a card's value: the ledger's own word, as its owner would say it. */
export const moveOf = (kind: string) => (kind in moves ? moves[kind as keyof typeof moves] : 'adjust')
