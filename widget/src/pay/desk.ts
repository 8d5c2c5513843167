/** One visit to a payment link: its state, and what its parts share. */
import { Attempts } from '../attempts'
import type { PayKey } from '../messages/pay'
import { createStore, type Store } from '../store'
import type { CardFields } from '../card-fields/use-card-fields'
import { isOpen, NO_TIP, type Choice } from './amount'
import type { PayLanguage } from './language'
import type { PayLink } from './types'

export type Busy = 'paying' | 'checking' | 'giftCard'

export type Notice = {
  tone: 'danger' | 'warn'
  key: PayKey
  values?: Record<string, string | number>
  /** What the bank or the server says in its own words. */
  text?: string | null
  /** Whether it helps to ask what became of the payment. */
  canCheck?: boolean
}

export type State = {
  link: PayLink
  choice: Choice
  busy: Busy | null
  notice: Notice | null
  giftCardProblem: PayKey | null
  /** The bank has not answered yet: nothing more is to be paid here. */
  isPending: boolean
  /** What was just paid here, while others may still pay by the same link. */
  isThanked: boolean
}

export type Desk = {
  secret: string
  language: PayLanguage
  store: Store<State, Partial<State>>
  attempts: Attempts
  fields: CardFields | null
  wait: (milliseconds: number) => Promise<void>
}

/** Everybody whose place is open is chosen when only one is; else the payer says whom they pay for. */
function firstChoice(link: PayLink): Choice {
  const open = link.guests.filter(isOpen)
  return { guests: open.length === 1 ? [open[0]!.booking_id] : [], tip: NO_TIP, part: null }
}

export function openDesk(secret: string, language: PayLanguage, link: PayLink): Desk {
  const initial: State = { link, choice: firstChoice(link), busy: null, notice: null, giftCardProblem: null, isPending: false, isThanked: false }
  return {
    secret,
    language,
    store: createStore((state, change) => ({ ...state, ...change }), initial),
    attempts: new Attempts(),
    fields: null,
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  }
}

/** Shows a link as it is now; guests whose place was paid meanwhile are no longer chosen. */
export function showLink({ store }: Desk, link: PayLink): void {
  const { choice } = store.get()
  const open = new Set(link.guests.filter(isOpen).map((guest) => guest.booking_id))
  store.dispatch({ link, choice: { ...choice, guests: choice.guests.filter((id) => open.has(id)) } })
}

/** Begins anew for somebody else, after what was paid. */
export function startOver({ store }: Desk): void {
  store.dispatch({ choice: firstChoice(store.get().link), isThanked: false, notice: null })
}

/** Runs one action at a time: a second press while one is under way does nothing. */
export async function exclusively({ store }: Desk, busy: Busy, run: () => Promise<void>): Promise<void> {
  if (store.get().busy !== null) return
  store.dispatch({ busy, notice: null })
  try {
    await run()
  } finally {
    store.dispatch({ busy: null })
  }
}

const kept = (secret: string): string => `outfitter.pay.${secret}`

/** Notes that a payment may be under way, before it is: a reload then asks what became of it. */
export function keepIntent(secret: string, intentId: number | null): void {
  try {
    if (intentId === null) sessionStorage.removeItem(kept(secret))
    else sessionStorage.setItem(kept(secret), String(intentId))
  } catch {
    // Without storage the server still knows, and the link shows it.
  }
}

export function keptIntent(secret: string): number | null {
  try {
    return Number(sessionStorage.getItem(kept(secret))) || null
  } catch {
    return null
  }
}
