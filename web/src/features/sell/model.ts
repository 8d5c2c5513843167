import type { TripFull } from '@/api/models'
import { splitName } from '@/lib/names'

/** How a trip is sold; the phone operator's and the till's. */
export type Method = 'phone' | 'walk_up' | 'pos' | 'staff'

/** One departure that somebody wants to go on, with guests by experience customer type. */
export type WantedOrder = {
  /** Ours, so that a row keeps its place while the server has none for it yet. */
  key: string
  experience_id: number
  name: string
  color: string
  timeslot_id: number
  date: string
  start_time: string
  is_flex: boolean
  quantities: Record<string, number>
}

export type Contact = {
  first_name: string
  last_name: string
  email: string
  phone: string
  customer_id: number | null
}

/** A product on the till's slip. */
export type WantedProduct = { product_id: number; name: string; price: number; qty: number }

/** Everything somebody typed for a sale: kept over a reload. */
export type Cart = {
  method: Method
  orders: WantedOrder[]
  products: WantedProduct[]
  contact: Contact
  group_name: string
  voucher: string
  source_id: number | null
  /** The call in which it is sold. */
  call_id: number | null
  /** Gift cards are sold with it: they are the trip's own, so it is worth keeping without anything else. */
  hasGifts: boolean
  /** Sell beyond the seats: asked for by somebody who may. */
  overbook: boolean
}

export const nobody: Contact = { first_name: '', last_name: '', email: '', phone: '', customer_id: null }

export const emptyCart = (method: Method): Cart => ({
  method,
  orders: [],
  products: [],
  contact: nobody,
  group_name: '',
  voucher: '',
  source_id: null,
  call_id: null,
  hasGifts: false,
  overbook: false,
})

export const guestsOf = (order: Pick<WantedOrder, 'quantities'>) =>
  Object.values(order.quantities).reduce((sum, qty) => sum + qty, 0)

/** Orders that have guests: the others are still being made. */
export const bookable = (cart: Cart) => cart.orders.filter((order) => guestsOf(order) > 0)

/** Whether the contact can be sent: a caller may have said one name only. */
export const isNamed = ({ first_name, last_name }: Contact) => `${first_name}${last_name}`.trim() !== ''

/** Whether somebody can be called by name and told about their trip. */
export const isReachable = (contact: Contact) =>
  isNamed(contact) && (contact.email.trim() !== '' || contact.phone.trim() !== '')

export const isEmptyContact = ({ first_name, last_name, email, phone }: Contact) =>
  `${first_name}${last_name}${email}${phone}`.trim() === ''

/** Whether there is anything that a reload should bring back. */
export const isUntouched = (cart: Cart) =>
  cart.orders.length === 0 && cart.products.length === 0 && !cart.hasGifts && isEmptyContact(cart.contact)

/**
 * Which order of the trip belongs to each wanted one, by departure; each is taken once.
 *
 * The server answers with ids that our rows do not know yet.
 */
export function orderIds(orders: readonly WantedOrder[], trip: TripFull | null): Map<string, number> {
  const left = (trip?.tripOrders ?? []).filter((order) => order.status === 'active')
  const found = new Map<string, number>()
  const take = (key: string, fits: (order: (typeof left)[number], wanted: WantedOrder) => boolean) => {
    const wanted = orders.find((order) => order.key === key)
    const place = wanted ? left.findIndex((order) => fits(order, wanted)) : -1
    if (place >= 0) found.set(key, left.splice(place, 1)[0]?.id ?? 0)
  }
  for (const { key } of orders) take(key, (order, wanted) => order.timeslot?.id === wanted.timeslot_id)
  // What moved to another time of the same experience is still the same order.
  for (const { key } of orders)
    if (!found.has(key)) take(key, (order, wanted) => order.experience.id === wanted.experience_id)
  return found
}

/** What a finder's text is: a phone number, an e-mail address or a name in two parts. */
export function contactOf(text: string): Partial<Contact> {
  const typed = text.trim()
  if (typed.includes('@')) return { email: typed }
  if (/^[+(\d][\d\s()./-]{3,}$/.test(typed)) return { phone: typed }
  const { first_name, last_name } = splitName(typed)
  return last_name ? { first_name, last_name } : { first_name }
}
