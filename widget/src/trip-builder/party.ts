/** Whom a visitor comes with, before they chose what to do: which days and activities have room for all of them. Pure. */
import { seatsLeft, type Viewer } from '../availability'
import type { DateEntry } from '../types'
import type { Party } from './guests'
import type { Price, PriceList } from './types'

export type Kind = Pick<Price, 'customer_type' | 'label' | 'min_age' | 'max_age'>

/** The kinds of guests that are sold on a day, each once, in the operator's order. */
export function kindsOf(lists: readonly PriceList[]): Kind[] {
  const kinds = new Map<number, Kind>()
  for (const price of lists.flatMap(({ prices }) => prices)) {
    if (!kinds.has(price.customer_type.id)) kinds.set(price.customer_type.id, price)
  }
  return [...kinds.values()]
}

export const partyCnt = (party: Party): number => Object.values(party).reduce((sum, qty) => sum + qty, 0)

/** True when an activity has seats for everybody on that day, and sells tickets to each kind of them at one time. */
export function fitsParty(entry: DateEntry, party: Party, viewer: Viewer): boolean {
  const wanted = Object.keys(party).filter((type) => party[Number(type)]! > 0)
  if (seatsLeft(entry, viewer) < partyCnt(party)) return false
  if (!entry.timeslots || wanted.length === 0) return true
  return entry.timeslots.some(({ availabilities }) => wanted.every((type) => availabilities.some(({ customer_type }) => customer_type.id === Number(type))))
}

/** The party as addresses carry it: `1:2,2:1`. */
export const partyText = (party: Party): string =>
  Object.entries(party)
    .filter(([, qty]) => qty > 0)
    .map(([type, qty]) => `${type}:${qty}`)
    .join(',')
