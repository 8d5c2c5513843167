'use client'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { Skeleton } from '../ui/skeleton'
import type { Slot } from './slot'
import { appearance, loadStripe, type PaymentElement, type Stripe, type StripeElements } from './stripe'
import type { Intent } from './types'

/** The gateway's fields while they stand on the page. */
export type Fields = { stripe: Stripe; elements: StripeElements }

type State = 'loading' | 'ready' | 'failed'
/** What the gateway's fields are drawn with: for a payment, or for a card that is kept. */
export type Drawn = Pick<Intent, 'client_secret' | 'publishable_key' | 'gateway_account' | 'script_url'>
type Props = { intent: Drawn; fields: Slot<Fields>; onReady: (isReady: boolean) => void }

/** The fields that the gateway draws: a card's number never passes through our page. */
export function CardFields({ intent, fields, onReady }: Props) {
  const t = useTranslations('pay')
  const [attempt, setAttempt] = useState(0)
  const { place, state } = useFields(intent, fields, attempt)
  useEffect(() => onReady(state === 'ready'), [state, onReady])
  useRepainting(fields)
  return (
    <div aria-busy={state === 'loading'}>
      {state === 'failed' && (
        <Notice tone="bad">
          <p>{t('cardFormFailed')}</p>
          <Button size="sm" className="mt-2" onPress={() => setAttempt(attempt + 1)}>
            {t('tryAgain')}
          </Button>
        </Notice>
      )}
      {state === 'loading' && <Bones />}
      <div ref={place} hidden={state === 'failed'} />
    </div>
  )
}

/** As large as the fields will be, so that nothing jumps. */
export function Bones() {
  const t = useTranslations('pay')
  return (
    <div className="space-y-3">
      <span className="sr-only">{t('cardFormLoading')}</span>
      <Skeleton className="h-17" />
      <Skeleton className="h-17" />
    </div>
  )
}

/** The fields follow the page when it turns dark or light under them; what was typed stays. */
function useRepainting(fields: Slot<Fields>) {
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const paint = () => fields.content?.elements.update?.({ appearance: appearance() })
    scheme.addEventListener('change', paint)
    return () => scheme.removeEventListener('change', paint)
  }, [fields])
}

function useFields(intent: Drawn, fields: Slot<Fields>, attempt: number) {
  const locale = useLocale()
  const place = useRef<HTMLDivElement>(null)
  const drawing = `${intent.client_secret} ${attempt}`
  const [drawn, setDrawn] = useState<{ of: string; state: State }>({ of: drawing, state: 'loading' })
  const { client_secret, publishable_key, gateway_account, script_url } = intent
  useEffect(() => {
    let element: PaymentElement | null = null
    let takeAway = () => {}
    let isCurrent = true
    const tell = (state: State) => isCurrent && setDrawn({ of: drawing, state })
    const draw = async () => {
      const factory = await loadStripe(script_url)
      if (!isCurrent || !place.current) return
      const stripe = factory(publishable_key, { locale, ...(gateway_account && { stripeAccount: gateway_account }) })
      const elements = stripe.elements({ clientSecret: client_secret, locale, appearance: appearance() })
      element = elements.create('payment', { layout: 'tabs' })
      element.on?.('ready', () => tell('ready'))
      element.on?.('loaderror', () => tell('failed'))
      element.mount(place.current)
      takeAway = fields.put({ stripe, elements })
      if (!element.on) tell('ready')
    }
    draw().catch(() => tell('failed'))
    return () => {
      isCurrent = false
      takeAway()
      element?.destroy()
    }
  }, [fields, locale, client_secret, publishable_key, gateway_account, script_url, drawing])
  return { place, state: drawn.of === drawing ? drawn.state : 'loading' }
}
