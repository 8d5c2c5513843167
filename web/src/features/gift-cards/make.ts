import { ApiError } from '@/api/client'
import { activateCard, newSale, saveCard, type GiftCard } from './api'
import { contactOf, newBody, type Draft } from './model'

export type Made = { card: GiftCard; code: string | null; trip: number | null }

/** The server's names of fields, by ours. */
const names: Record<string, string> = {
  purchased_amount: 'value',
  promo_amount: 'bonus',
  deliver_at: 'deliver_on',
  expires_at: 'expires_on',
}

function renamed(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const fields = Object.entries(error.fields).map(([name, messages]) => [names[name] ?? name, messages])
  const detail = { ...error.detail, fields: Object.fromEntries(fields) as Record<string, string[]> }
  return new ApiError(error.status, { code: error.code, message: error.message, detail })
}

/**
 * Make a card: sold with a trip (a new one where nobody named one), given away and good at once, or
 * printed and waiting until somebody buys it at the counter.
 */
export async function makeCard(draft: Draft, zone: string): Promise<Made> {
  try {
    const trip = draft.way === 'sold' ? (draft.trip ?? (await newSale(contactOf(draft))).id) : null
    const saved = await saveCard(newBody(draft, trip, zone))
    if (draft.way !== 'given') return { card: saved.giftCard, code: saved.code, trip }
    const active = await activateCard(saved.giftCard.id, { reason: draft.reason.trim() })
    return { card: active.giftCard, code: saved.code, trip: null }
  } catch (error) {
    throw renamed(error)
  }
}
