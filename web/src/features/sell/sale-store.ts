import { ApiError } from '@/api/client'
import type { TripFull } from '@/api/models'
import { dropDraft, keepDraft, readDraft } from '@/lib/drafts'
import type { SaveBody, TripAnswer, Warning } from './api'
import { bookable, emptyCart, isNamed, isUntouched, orderIds, type Cart, type Method } from './model'

/** What the server refused, and of which row. */
export type Problem = { error: unknown; key: string | null }

export type SaleState = {
  cart: Cart
  trip: TripFull | null
  warnings: Warning[]
  /** `waiting` from the first keystroke until the server has answered it. */
  saving: 'idle' | 'waiting' | 'failed'
  problem: Problem | null
}

type Kept = { cart: Cart; trip: number | null }

type Calls = {
  save: (body: SaveBody) => Promise<TripAnswer>
  load: (trip: number) => Promise<TripFull>
}

const rest = 220

/** Whether things from the shelf are in it, or have to come out again. */
const isShopping = (cart: Cart, trip: TripFull | null) =>
  cart.products.length > 0 || (trip?.bookingProducts.length ?? 0) > 0

/** What trip/save is told of a cart; the ids of orders are the server's. */
export function bodyOf(cart: Cart, trip: TripFull | null): SaveBody {
  const ids = orderIds(bookable(cart), trip)
  const { first_name, last_name, email, phone } = cart.contact
  return {
    ...(trip ? { id: trip.id, version: trip.version } : {}),
    method: cart.method,
    ...(isNamed(cart.contact)
      ? { contact: { first_name, last_name, email: email.trim() || null, phone: phone.trim() || null } }
      : {}),
    orders: bookable(cart).map((order) => ({
      ...(ids.has(order.key) ? { id: ids.get(order.key) } : {}),
      experience_id: order.experience_id,
      timeslot_id: order.timeslot_id,
      quantities: Object.entries(order.quantities)
        .filter(([, qty]) => qty > 0)
        .map(([id, qty]) => ({ experience_customer_type_id: Number(id), qty })),
    })),
    ...(isShopping(cart, trip) ? { products: cart.products.map(({ product_id, qty }) => ({ product_id, qty })) } : {}),
    overbook: cart.overbook,
  }
}

/** What of a cart the server has to know; equal texts need no call. */
const sense = (cart: Cart) => JSON.stringify({ ...bodyOf(cart, null), version: undefined })

/**
 * A sale that is being made: what was typed, and the draft trip that follows it on the server.
 *
 * Every change is kept in the tab at once and sent when typing rests; calls go one after the other,
 * so that the last one sent is what holds. A refusal leaves both sides as they were.
 */
export class SaleStore {
  private state: SaleState
  private readonly listeners = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | null = null
  private saved: string
  private refused = ''

  constructor(
    private readonly place: string,
    private readonly method: Method,
    private readonly calls: Calls,
  ) {
    const kept = readDraft<Kept>(place)
    const cart = { ...emptyCart(method), ...kept?.cart }
    this.state = { cart, trip: null, warnings: [], saving: 'idle', problem: null }
    this.saved = sense(emptyCart(method))
    if (kept?.trip) this.running = this.comeBack(kept.trip)
    else this.want()
  }

  readonly get = () => this.state

  readonly subscribe = (tell: () => void) => {
    this.listeners.add(tell)
    return () => this.listeners.delete(tell)
  }

  /** Change what is wanted; the server hears of it in a moment. */
  readonly change = (part: Partial<Cart> | ((cart: Cart) => Partial<Cart>)) => {
    const { cart } = this.state
    this.put({ cart: { ...cart, ...(typeof part === 'function' ? part(cart) : part) } })
    this.want()
  }

  /** The trip as another call answered it. */
  readonly take = ({ trip, warnings }: TripAnswer) => this.put({ trip, warnings })

  /** Ask again for what was refused, or hold again what ran out. */
  readonly again = () => {
    this.refused = ''
    this.saved = ''
    return this.settle()
  }

  /**
   * Wait until the server has everything.
   *
   * @throws what it refused
   */
  readonly settle = async (): Promise<TripFull | null> => {
    clearTimeout(this.timer)
    while (this.running) await this.running
    const wanted = sense(this.state.cart)
    if (wanted !== this.saved && wanted !== this.refused && this.isWorth()) {
      this.running = this.send()
      return this.settle()
    }
    if (this.state.problem) throw this.state.problem.error
    return this.state.trip
  }

  /** The draft, made where there is none yet: something is to be sold with it that is not in the cart. */
  readonly ensure = async (): Promise<TripFull> => {
    this.change({ hasGifts: true })
    if (!this.state.trip) this.saved = ''
    const trip = await this.settle()
    if (!trip) throw new Error('There is no draft.')
    return trip
  }

  /** Somebody comes back to the screen: what was booked elsewhere meanwhile is no sale any more. */
  readonly look = async () => {
    const trip = this.running ? null : await this.reload()
    if (trip && trip.status.slug !== 'draft') this.clear()
  }

  /** The trip as the server has it now. */
  readonly reload = async (): Promise<TripFull | null> => {
    const id = this.state.trip?.id
    const trip = id ? await this.calls.load(id).catch(() => null) : null
    if (trip) this.put({ trip })
    return trip
  }

  /** Begin the next sale: nothing of this one is left. */
  readonly clear = () => {
    clearTimeout(this.timer)
    this.saved = sense(emptyCart(this.method))
    this.refused = ''
    this.put({ cart: emptyCart(this.method), trip: null, warnings: [], saving: 'idle', problem: null })
  }

  /** Before there is a trip, only guests on a departure are worth a call. */
  private isWorth() {
    const { cart, trip } = this.state
    return trip !== null || bookable(cart).length > 0 || cart.products.length > 0 || cart.hasGifts
  }

  private want() {
    clearTimeout(this.timer)
    const wanted = sense(this.state.cart)
    if (wanted === this.saved || wanted === this.refused || !this.isWorth()) {
      if (wanted === this.saved) this.put({ saving: 'idle', problem: null })
      return
    }
    this.put({ saving: 'waiting' })
    this.timer = setTimeout(() => {
      if (!this.running) this.running = this.send()
    }, rest)
  }

  private async send(): Promise<void> {
    const { cart, trip } = this.state
    const sent = sense(cart)
    try {
      const answer = await this.calls.save(bodyOf(cart, trip))
      this.saved = sent
      this.put({ ...answer, saving: 'idle', problem: null })
    } catch (error) {
      if (await this.wasStale(error)) return this.send()
      this.refused = sent
      this.put({ saving: 'failed', problem: { error, key: this.blamed() } })
    }
    this.running = null
    this.want()
  }

  /** Somebody else changed the trip: what is typed here goes on top of theirs, once. */
  private async wasStale(error: unknown): Promise<boolean> {
    const { trip } = this.state
    if (!trip?.id || !(error instanceof ApiError) || error.code !== 'stale_version') return false
    const fresh = await this.calls.load(trip.id).catch(() => null)
    if (!fresh || fresh.version === trip.version) return false
    this.put({ trip: fresh })
    return true
  }

  /** The row that was touched last is the one to be blamed; the server does not name one. */
  private blamed(): string | null {
    const { cart, trip } = this.state
    const ids = orderIds(bookable(cart), trip)
    const fresh = bookable(cart).filter((order) => {
      const known = trip?.tripOrders.find((one) => one.id === ids.get(order.key))
      const qty = Object.values(order.quantities).reduce((sum, one) => sum + one, 0)
      return known?.timeslot?.id !== order.timeslot_id || known.bookings.length !== qty
    })
    return (fresh[0] ?? bookable(cart).at(-1))?.key ?? null
  }

  private async comeBack(id: number): Promise<void> {
    const trip = await this.calls.load(id).catch(() => null)
    this.running = null
    if (trip?.status.slug === 'draft') {
      this.put({ trip })
      this.want()
    } else if (trip) this.clear()
    else this.want()
  }

  private put(part: Partial<SaleState>) {
    this.state = { ...this.state, ...part }
    const { cart, trip } = this.state
    if (isUntouched(cart)) dropDraft(this.place)
    else keepDraft(this.place, { cart, trip: trip?.id ?? null } satisfies Kept)
    this.listeners.forEach((tell) => tell())
  }
}
