import { useEffect, useRef, useState } from 'react'
import { pay, enterPayment } from '../checkout/paying'
import { useBuilder } from '../context'
import { Actions } from '../parts/actions'
import { Terms } from '../parts/terms'
import { appearance, loadStripe, stripeLocale, type PaymentElement } from '../../stripe'
import type { Intent } from '../types'

type FormState = 'loading' | 'ready' | 'failed'

/** Puts Stripe's fields into a place of the page for one intent, and takes them away again. */
function usePaymentFields(intent: Intent, attempt: number) {
  const { purchase, language } = useBuilder()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<FormState>('loading')
  const { client_secret, publishable_key, gateway_account } = intent
  useEffect(() => {
    let element: PaymentElement | null = null
    let isCurrent = true
    const draw = async (): Promise<void> => {
      const locale = stripeLocale(language)
      const factory = await loadStripe(purchase.payment?.script_url ?? '')
      if (!isCurrent || !place.current) return
      const stripe = factory(publishable_key, { locale, ...(gateway_account && { stripeAccount: gateway_account }) })
      const elements = stripe.elements({ clientSecret: client_secret, locale, appearance: appearance() })
      element = elements.create('payment', { layout: 'tabs' })
      element.on?.('ready', () => isCurrent && setState('ready'))
      element.on?.('loaderror', () => isCurrent && setState('failed'))
      element.mount(place.current)
      purchase.fields = { stripe, elements }
      if (!element.on) setState('ready')
    }
    setState('loading')
    draw().catch(() => isCurrent && setState('failed'))
    return () => {
      isCurrent = false
      purchase.fields = null
      element?.destroy()
    }
  }, [purchase, language, client_secret, publishable_key, gateway_account, attempt])
  return { place, state }
}

function PaymentFields({ intent, onState }: { intent: Intent; onState: (state: FormState) => void }) {
  const { t } = useBuilder()
  const [attempt, setAttempt] = useState(0)
  const { place, state } = usePaymentFields(intent, attempt)
  useEffect(() => onState(state), [state, onState])
  return (
    <div className="payment-fields" aria-busy={state === 'loading'}>
      {state === 'failed' && (
        <div className="notice danger" role="alert">
          <p>{t('paymentFormFailed')}</p>
          <button type="button" className="link" onClick={() => setAttempt(attempt + 1)}>
            {t('retry')}
          </button>
        </div>
      )}
      {state === 'loading' && (
        <div className="payment-bones">
          <span className="visually-hidden">{t('paymentLoading')}</span>
          <span className="bone" />
          <span className="bone" />
        </div>
      )}
      <div ref={place} hidden={state === 'failed'} />
    </div>
  )
}

function PaymentForm({ intent }: { intent: Intent | null }) {
  const { t, purchase, money, init } = useBuilder()
  const [fields, setFields] = useState<FormState>('loading')
  const isFree = intent === null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void pay(purchase)
      }}
    >
      {isFree ? <p className="detail">{t('nothingToPay')}</p> : <PaymentFields intent={intent} onState={setFields} />}
      {!isFree && init.payment?.is_test && <p className="test-mode">{t('paymentTest')}</p>}
      <Terms />
      <Actions
        label={isFree ? t('confirmFree') : t('payAmount', { amount: money(intent.amount) })}
        isDisabled={!isFree && fields !== 'ready'}
      />
    </form>
  )
}

/** Card or wallet, and the one button that pays. */
export function PaymentStep() {
  const { t, state, purchase } = useBuilder()
  const { intent, trip, busy } = state
  const isFree = trip !== null && trip.totals.due_now <= 0
  const isMissing = !intent && !isFree && busy === null && state.notice === null
  useEffect(() => {
    if (isMissing) void enterPayment(purchase)
  }, [isMissing, purchase])
  return (
    <section>
      <h1 className="heading" tabIndex={-1} data-step-heading>
        {t('paymentTitle')}
      </h1>
      {intent || isFree ? (
        <PaymentForm intent={intent} />
      ) : (
        <div className="payment-bones" aria-hidden="true">
          <span className="bone" />
          <span className="bone" />
        </div>
      )}
    </section>
  )
}
