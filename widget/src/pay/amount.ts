/** What the reader is about to pay. The server counts again; this is what the page says before. */
import { exponentOf } from '../money'
import type { Guest, PayLink } from './types'

export type Tip = { kind: 'none' } | { kind: 'share'; ppm: number } | { kind: 'own'; amount: number }

/** Of an invoice, `part` is the amount that somebody typed; null is its whole balance. */
export type Choice = { guests: readonly number[]; tip: Tip; part: number | null }

export const NO_TIP: Tip = { kind: 'none' }

/** A share of an amount, rounded half up once, as the server rounds. */
export const share = (amount: number, ppm: number): number => Math.floor((amount * ppm + 500_000) / 1_000_000)

export const isOpen = (guest: Guest): boolean => guest.due_amount > 0

/** What is due for those who were chosen; without a choice of guests, what the link asks for. */
export function dueOf(link: PayLink, { guests, part }: Choice): number {
  if (link.invoice && part !== null) return part
  if (link.amount_mode !== 'tab') return link.amount
  return link.guests.reduce((sum, guest) => sum + (guests.includes(guest.booking_id) ? guest.due_amount : 0), 0)
}

/** What a percentage is taken of: the places that are paid for, or what the operator counts from. */
const tipBase = (link: PayLink, choice: Choice): number =>
  link.amount_mode === 'tab' ? dueOf(link, choice) : (link.tip?.base_amount ?? 0)

export function tipOf(link: PayLink, choice: Choice): number {
  const { tip } = choice
  if (!link.tip || tip.kind === 'none') return 0
  return tip.kind === 'own' ? tip.amount : share(tipBase(link, choice), tip.ppm)
}

export const suggestedTip = (link: PayLink, choice: Choice, ppm: number): number => share(tipBase(link, choice), ppm)

export type Sum = { due: number; giftCard: number; tip: number; toPay: number }

/** A gift card pays for the trip; a tip is always paid by card. */
export function sumOf(link: PayLink, choice: Choice): Sum {
  const due = dueOf(link, choice)
  const tip = tipOf(link, choice)
  const giftCard = Math.min(link.gift_card?.amount ?? 0, due)
  return { due, giftCard, tip, toPay: due - giftCard + tip }
}

/** An amount as people type it ("12,50", "1 200.5"), in minor units; null when it is none. */
export function readAmount(text: string, currency: string): number | null {
  const digits = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/[^\d.,]/g, '')
  if (!/\d/.test(digits)) return null
  const [, whole = '', part = ''] = /^([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  const exponent = exponentOf(currency)
  const units = Number(`${whole.replace(/[.,]/g, '') || '0'}.${exponent === 0 ? '' : part}`)
  return Math.round(units * 10 ** exponent)
}
