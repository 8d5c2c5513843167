import { useEffect, useRef, useState } from 'react'
import { appearance, loadStripe, stripeLocale, type StripeElements } from '../stripe'
import type { Purchase } from './checkout/checkout'
import { acceptsTerms, pay } from './checkout/paying'
import { useBuilder } from './context'

export type FieldsState = 'loading' | 'ready' | 'failed'

/** Stripe counts hundredths of these, although nobody pays with them; we count whole ones. */
const COUNTED_IN_HUNDREDTHS = new Set(['UGX'])

const chargedAmount = (amount: number, currency: string): number => (COUNTED_IN_HUNDREDTHS.has(currency) ? amount * 100 : amount)

type Group = { elements: StripeElements; take: () => void }

function drawCard(elements: StripeElements, place: HTMLElement, onState: (state: FieldsState) => void): Group {
  const card = elements.create('payment', { layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never' } })
  card.on?.('ready', () => onState('ready'))
  card.on?.('loaderror', () => onState('failed'))
  card.mount(place)
  if (!card.on) onState('ready')
  return { elements, take: () => card.destroy() }
}

/** The wallets of this device; where there are none, or they cannot be asked, the card serves alone. */
function drawWallets(elements: StripeElements, part: HTMLElement, purchase: Purchase): Group | null {
  const place = part.querySelector<HTMLElement>('.wallet-place')
  if (!place) return null
  try {
    const wallets = elements.create('expressCheckout', { buttonHeight: 48 })
    wallets.on?.('ready', (event) => part.toggleAttribute('hidden', !event?.availablePaymentMethods))
    wallets.on?.('loaderror', () => part.setAttribute('hidden', ''))
    // Before the device's own sheet opens: what it shows cannot be taken back.
    wallets.on?.('click', (event) => (acceptsTerms(purchase) ? event?.resolve?.() : event?.reject?.()))
    wallets.on?.('confirm', () => void pay(purchase, 'wallets'))
    wallets.mount(place)
    return { elements, take: () => wallets.destroy() }
  } catch {
    return null
  }
}

/** Stripe's own fields for what is to be paid now; they follow the amount without being drawn again. */
export function useFields(amount: number, attempt: number) {
  const { purchase, language, init } = useBuilder()
  const card = useRef<HTMLDivElement>(null)
  const wallets = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<FieldsState>('loading')
  const { currency } = init.properties
  const { publishable_key, script_url, gateway_account } = purchase.payment ?? {}
  const charged = chargedAmount(amount, currency)
  const latest = useRef(charged)
  useEffect(() => {
    latest.current = charged
    purchase.fields?.card.update?.({ amount: charged })
    purchase.fields?.wallets?.update?.({ amount: charged })
  }, [purchase, charged])
  useEffect(() => {
    if (!publishable_key || !script_url) return setState('failed')
    const drawn: Group[] = []
    let isCurrent = true
    const begin = async (): Promise<void> => {
      const factory = await loadStripe(script_url)
      if (!isCurrent || !card.current) return
      const locale = stripeLocale(language)
      const stripe = factory(publishable_key, { locale, ...(gateway_account && { stripeAccount: gateway_account }) })
      const options = { mode: 'payment', amount: latest.current, currency: currency.toLowerCase() }
      const group = (): StripeElements => stripe.elements({ ...options, locale, appearance: appearance() })
      const byCard = drawCard(group(), card.current, (next) => isCurrent && setState(next))
      const byWallet = wallets.current && drawWallets(group(), wallets.current, purchase)
      drawn.push(byCard, ...(byWallet ? [byWallet] : []))
      purchase.fields = { stripe, card: byCard.elements, wallets: byWallet?.elements ?? null }
    }
    setState('loading')
    begin().catch(() => isCurrent && setState('failed'))
    return () => {
      isCurrent = false
      purchase.fields = null
      for (const group of drawn) group.take()
    }
  }, [purchase, language, publishable_key, script_url, gateway_account, currency, attempt])
  return { card, wallets, state }
}
