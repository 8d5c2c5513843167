/**
 * What a reload must find again: the trip being bought and what the visitor typed. Lives as long as
 * the tab; only the trip itself is known to other tabs of this browser, for as long as seats can be held.
 */
import type { Contact } from './contact'
import type { Answers } from './questions'
import { plainSearch } from './resuming'
import type { IntentId } from './types'

export type SavedCheckout = {
  /** What the builder was opened with (`plainSearch`): another one is another purchase. */
  search: string
  hash: string
  orderId: number | null
  /** Set while a payment may be under way. */
  intentId: IntentId | null
  mayRemind?: boolean
  answers?: Answers
}

const CHECKOUT = 'outfitter.checkout'
const CONTACT = 'outfitter.contact'

/** Frames may be denied storage altogether; then nothing outlives a reload, and everything else works. */
function read<T>(store: () => Storage, key: string): T | null {
  try {
    return JSON.parse(store().getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function write(store: () => Storage, key: string, value: unknown): void {
  try {
    if (value === null) store().removeItem(key)
    else store().setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

const tab = (): Storage => sessionStorage
const browser = (): Storage => localStorage

/** Longer than any cart's seats are held. */
const SHARED_FOR = 60 * 60_000
const SHARED = 'outfitter.cart.'

type Shared = { hash: string; at: number }

/** The cart that another tab began at the same address, if it is recent. */
export function sharedCart(search: string, now: number): string | null {
  const found = read<Shared>(browser, SHARED + plainSearch(search))
  return found && typeof found.hash === 'string' && now - found.at < SHARED_FOR ? found.hash : null
}

export const shareCart = (search: string, hash: string | null, now: number): void => write(browser, SHARED + plainSearch(search), hash && { hash, at: now })

/** Calls back when another tab changed or left the cart of this address. Returns the way to stop. */
export function onSharedCart(search: string, listen: () => void): () => void {
  const heard = ({ key }: StorageEvent): void => {
    if (key === SHARED + plainSearch(search)) listen()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

export const savedCheckout = (): SavedCheckout | null => read<SavedCheckout>(tab, CHECKOUT)
export const saveCheckout = (checkout: SavedCheckout | null): void => write(tab, CHECKOUT, checkout)
export const savedContact = (): Contact | null => read<Contact>(tab, CONTACT)
export const saveContact = (contact: Contact): void => write(tab, CONTACT, contact)
