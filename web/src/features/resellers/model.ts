import type { Reseller } from '@/api/models'

/** The parts of a reseller, as addresses have them, in the order people read them. */
export const resellerTabs = [
  'general',
  'rates',
  'experiences',
  'commissions',
  'agents',
  'trips',
  'invoices',
  'remittance',
  'communication',
  'cards',
  'notes',
  'history',
] as const
export type ResellerTab = (typeof resellerTabs)[number]

export function tabOf(text: string | undefined): ResellerTab {
  return resellerTabs.find((one) => one === text) ?? 'general'
}

export const types = ['travel_agent', 'concierge', 'private_partner', 'corporate', 'affiliate', 'ota'] as const
export const collectTypes = [
  'operator_collects',
  'reseller_collects',
  'deposit_commission',
  'net_at_booking',
  'untracked',
] as const
export const paymentMethods = ['invoice_manual', 'auto_apply', 'payment_required', 'none_required'] as const
export const statuses = ['active', 'paused', 'archived'] as const
export const allowances = ['see_price', 'edit', 'cancel', 'override_price'] as const
export const recipients = ['customer', 'reseller', 'agent'] as const
export const remittanceMethods = ['wire_ach', 'check', 'card', 'cash', 'other'] as const
export const roundings = ['nearest', 'down', 'up'] as const
/** What can keep a reseller from being deleted, as the server names it; the rest is "other records". */
export const knownUses = ['trips', 'agents', 'cards', 'topups', 'invoices', 'channels', 'prices'] as const

/** What a reseller gets: at most one of the three counts. */
export type Rate = Pick<Reseller, 'commission_ppm' | 'commission_amount' | 'wholesale_ppm'>

/** `standard` only for one experience: as agreed for all. */
export const ways = ['share', 'amount', 'wholesale', 'none'] as const
export type Way = (typeof ways)[number]
export type TermWay = Way | 'standard'

/** How a rate works: a wholesale price beats an amount for each guest, and that beats a share. */
export function wayOf({ commission_ppm, commission_amount, wholesale_ppm }: Rate): Way {
  if (wholesale_ppm !== null) return 'wholesale'
  if (commission_amount !== null) return 'amount'
  return commission_ppm ? 'share' : 'none'
}

/** How a rate for one experience works: one that says nothing leaves it at what was agreed for all. */
export function termWayOf(rate: Rate): TermWay {
  const isOwn = [rate.commission_ppm, rate.commission_amount, rate.wholesale_ppm].some((value) => value !== null)
  return isOwn ? wayOf(rate) : 'standard'
}

const nothing: Rate = { commission_ppm: null, commission_amount: null, wholesale_ppm: null }

/** The rate that one way of it says; what the other ways once said goes. */
export function rateOf(way: TermWay, rate: Rate): Rate {
  switch (way) {
    case 'share':
      return { ...nothing, commission_ppm: rate.commission_ppm }
    case 'amount':
      return { ...nothing, commission_amount: rate.commission_amount }
    case 'wholesale':
      return { ...nothing, wholesale_ppm: rate.wholesale_ppm }
    case 'none':
      return { ...nothing, commission_ppm: 0 }
    case 'standard':
      return nothing
  }
}

/** Messages of a refusal by field of one tab: "rates.commission_ppm" is "commission_ppm" there. */
export function fieldsWithin(fields: Record<string, string[]>, tab: string): Record<string, string[]> {
  const prefix = new RegExp(`^(body\\.)?(${tab}\\.)?`)
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name.replace(prefix, ''), messages]))
}
