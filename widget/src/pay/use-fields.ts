import { useEffect, useRef, useState } from 'react'
import { appearance, loadStripe, stripeLocale, type StripeElements } from '../stripe'
import { usePay } from './context'
import { pay } from './paying'

export type FieldsState = 'loading' | 'ready' | 'failed'

/** Stripe counts hundredths of these, although nobody pays with them; we count whole ones. */
const COUNTED_IN_HUNDREDTHS = new Set(['UGX'])

const chargedAmount = (amount: number, currency: string): number =>
  COUNTED_IN_HUNDREDTHS.has(currency) ? amount * 100 : amount

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
function drawWallets(elements: StripeElements, part: HTMLElement, onConfirm: () => void): Group | null {
  const place = part.querySelector<HTMLElement>('.pay-wallet-place')
  if (!place) return null
  try {
    const wallets = elements.create('expressCheckout', { buttonHeight: 48 })
    wallets.on?.('ready', (event) => part.toggleAttribute('hidden', !event?.availablePaymentMethods))
    wallets.on?.('loaderror', () => part.setAttribute('hidden', ''))
    wallets.on?.('confirm', onConfirm)
    wallets.mount(place)
    return { elements, take: () => wallets.destroy() }
  } catch {
    return null
  }
}

/** Stripe's own fields for what is to be paid now; they follow the amount without being drawn again. */
export function useFields(amount: number, attempt: number) {
  const { desk, link, language } = usePay()
  const card = useRef<HTMLDivElement>(null)
  const wallets = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<FieldsState>('loading')
  const { payment, currency } = link
  const { publishable_key, script_url, gateway_account, keeps_card } = payment ?? {}
  const charged = chargedAmount(amount, currency)
  const latest = useRef(charged)
  useEffect(() => {
    latest.current = charged
    desk.fields?.card.update?.({ amount: charged })
    desk.fields?.wallets?.update?.({ amount: charged })
  }, [desk, charged])
  useEffect(() => {
    if (!publishable_key || !script_url) return
    const drawn: Group[] = []
    let isCurrent = true
    const begin = async (): Promise<void> => {
      const factory = await loadStripe(script_url)
      if (!isCurrent || !card.current) return
      const locale = stripeLocale(language)
      const stripe = factory(publishable_key, { locale, ...(gateway_account && { stripeAccount: gateway_account }) })
      const options = {
        mode: 'payment',
        amount: latest.current,
        currency: currency.toLowerCase(),
        // What Stripe is asked for has to say the same: it refuses fields that promised something else.
        ...(keeps_card && { setupFutureUsage: 'off_session' }),
      }
      const group = (): StripeElements => stripe.elements({ ...options, locale, appearance: appearance() })
      const byCard = drawCard(group(), card.current, (next) => isCurrent && setState(next))
      const byWallet = wallets.current && drawWallets(group(), wallets.current, () => void pay(desk, 'wallets'))
      drawn.push(byCard, ...(byWallet ? [byWallet] : []))
      desk.fields = { stripe, card: byCard.elements, wallets: byWallet?.elements ?? null }
    }
    setState('loading')
    begin().catch(() => isCurrent && setState('failed'))
    return () => {
      isCurrent = false
      desk.fields = null
      for (const group of drawn) group.take()
    }
  }, [desk, language, publishable_key, script_url, gateway_account, keeps_card, currency, attempt])
  return { card, wallets, state }
}
