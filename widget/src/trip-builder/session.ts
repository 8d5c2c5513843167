/** What a reload must find again: the trip being bought and what the visitor typed. Lives as long as the tab. */
import type { Contact } from './contact'
import type { IntentId } from './types'

export type SavedCheckout = {
  /** The address the builder was opened with: another one is another purchase. */
  search: string
  hash: string
  orderId: number | null
  /** Set while a payment may be under way. */
  intentId: IntentId | null
}

const CHECKOUT = 'outfitter.checkout'
const CONTACT = 'outfitter.contact'

/** Frames may be denied storage altogether; then nothing outlives a reload, and everything else works. */
function read<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}

export const savedCheckout = (): SavedCheckout | null => read<SavedCheckout>(CHECKOUT)
export const saveCheckout = (checkout: SavedCheckout | null): void => write(CHECKOUT, checkout)
export const savedContact = (): Contact | null => read<Contact>(CONTACT)
export const saveContact = (contact: Contact): void => write(CONTACT, contact)
