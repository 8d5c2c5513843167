import { useEffect, useRef, useState } from 'react'
import { appearance, loadStripe, stripeLocale, type Stripe, type StripeElements } from '../stripe'
import type { PaymentSettings } from '../types'

export type FieldsState = 'loading' | 'ready' | 'failed'

/** What Stripe drew, while it stands on the page: the card's fields and the wallets are groups of their own. */
export type CardFields = { stripe: Stripe; card: StripeElements; wallets: StripeElements | null }

export type CardFieldsOptions = {
  /** Where whoever pays finds what was drawn; it stays the same object. */
  holder: { fields: CardFields | null }
  payment: (PaymentSettings & { keeps_card?: boolean }) | null
  /** In minor units, as the operator's currency counts them. */
  amount: number
  currency: string
  language: string
  /** False, with a word about it, keeps the device's own sheet shut: what that shows cannot be taken back. */
  mayOpenWallet?: () => boolean
  onWallet: () => void
}

/** Stripe counts hundredths of these, although nobody pays with them; we count whole ones. */
const COUNTED_IN_HUNDREDTHS = new Set(['UGX'])

const chargedAmount = (amount: number, currency: string): number => (COUNTED_IN_HUNDREDTHS.has(currency) ? amount * 100 : amount)

type Group = { elements: StripeElements; take: () => void }
type Wallets = Pick<CardFieldsOptions, 'mayOpenWallet' | 'onWallet'>

function drawCard(elements: StripeElements, place: HTMLElement, onState: (state: FieldsState) => void): Group {
  const card = elements.create('payment', { layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never' } })
  card.on?.('ready', () => onState('ready'))
  card.on?.('loaderror', () => onState('failed'))
  card.mount(place)
  if (!card.on) onState('ready')
  return { elements, take: () => card.destroy() }
}

/** The wallets of this device; where there are none, or they cannot be asked, the card serves alone. */
function drawWallets(elements: StripeElements, part: HTMLElement, { mayOpenWallet, onWallet }: Wallets): Group | null {
  const place = part.querySelector<HTMLElement>('.wallet-place')
  if (!place) return null
  try {
    const wallets = elements.create('expressCheckout', { buttonHeight: 48 })
    wallets.on?.('ready', (event) => part.toggleAttribute('hidden', !event?.availablePaymentMethods))
    wallets.on?.('loaderror', () => part.setAttribute('hidden', ''))
    if (mayOpenWallet) wallets.on?.('click', (event) => (mayOpenWallet() ? event?.resolve?.() : event?.reject?.()))
    wallets.on?.('confirm', onWallet)
    wallets.mount(place)
    return { elements, take: () => wallets.destroy() }
  } catch {
    return null
  }
}

function elementsOptions(amount: number, { currency, payment }: CardFieldsOptions): Record<string, unknown> {
  const options = { mode: 'payment', amount, currency: currency.toLowerCase() }
  // What Stripe is asked for has to say the same: it refuses fields that promised something else.
  return payment?.keeps_card ? { ...options, setupFutureUsage: 'off_session' } : options
}

/** Stripe's own fields for what is to be paid now; they follow the amount without being drawn again. */
export function useCardFields(given: CardFieldsOptions, attempt: number) {
  const card = useRef<HTMLDivElement>(null)
  const wallets = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<FieldsState>('loading')
  const { holder, payment, currency, language } = given
  const { publishable_key, script_url, gateway_account, keeps_card } = payment ?? {}
  const charged = chargedAmount(given.amount, currency)
  const latest = useRef({ ...given, charged })
  useEffect(() => {
    latest.current = { ...given, charged }
  })
  useEffect(() => {
    holder.fields?.card.update?.({ amount: charged })
    holder.fields?.wallets?.update?.({ amount: charged })
  }, [holder, charged])
  useEffect(() => {
    if (!publishable_key || !script_url) return setState('failed')
    const drawn: Group[] = []
    let isCurrent = true
    const begin = async (): Promise<void> => {
      const factory = await loadStripe(script_url)
      if (!isCurrent || !card.current) return
      const locale = stripeLocale(language)
      const stripe = factory(publishable_key, { locale, ...(gateway_account && { stripeAccount: gateway_account }) })
      const group = (): StripeElements =>
        stripe.elements({ ...elementsOptions(latest.current.charged, latest.current), locale, appearance: appearance() })
      const byCard = drawCard(group(), card.current, (next) => isCurrent && setState(next))
      const byWallet = wallets.current && drawWallets(group(), wallets.current, latest.current)
      drawn.push(byCard, ...(byWallet ? [byWallet] : []))
      holder.fields = { stripe, card: byCard.elements, wallets: byWallet?.elements ?? null }
    }
    setState('loading')
    begin().catch(() => isCurrent && setState('failed'))
    return () => {
      isCurrent = false
      holder.fields = null
      for (const group of drawn) group.take()
    }
  }, [holder, language, publishable_key, script_url, gateway_account, keeps_card, currency, attempt])
  return { card, wallets, state }
}
