/** The few calls of Stripe.js that we make; our development stand-in has the same. */

export type StripeError = { type: string; code?: string; decline_code?: string; message?: string }

/** What an element tells: `ready` of the wallets also names those that this device has. */
export type ElementEvent = {
  error?: StripeError
  availablePaymentMethods?: Record<string, boolean>
  /** Whether the sheet of a wallet that was clicked may open. */
  resolve?: () => void
  reject?: () => void
}

export type PaymentElement = {
  mount: (target: HTMLElement) => void
  destroy: () => void
  on?: (event: 'ready' | 'loaderror' | 'confirm' | 'click', listen: (event?: ElementEvent) => void) => void
}

export type StripeElements = {
  create: (type: 'payment' | 'expressCheckout', options?: Record<string, unknown>) => PaymentElement
  /** With an amount that is known before there is an intent: what will be charged. */
  update?: (options: { amount: number }) => void
  /** Checks what was typed, before the intent is made. */
  submit?: () => Promise<{ error?: StripeError }>
}

export type Stripe = {
  elements: (options: Record<string, unknown>) => StripeElements
  confirmPayment: (options: {
    elements: StripeElements
    clientSecret?: string
    redirect: 'if_required'
    confirmParams: { return_url: string }
  }) => Promise<{ error?: StripeError; paymentIntent?: { id: string; status: string } }>
  handleNextAction?: (options: { clientSecret: string }) => Promise<{ error?: StripeError }>
}

type StripeFactory = (key: string, options?: { stripeAccount?: string; locale?: string }) => Stripe

declare global {
  interface Window {
    Stripe?: StripeFactory
  }
}

const loading = new Map<string, Promise<StripeFactory>>()

/** Loads the payment script once; a failed load can be tried again. */
export function loadStripe(url: string): Promise<StripeFactory> {
  if (window.Stripe) return Promise.resolve(window.Stripe)
  const known = loading.get(url)
  if (known) return known
  const promise = new Promise<StripeFactory>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    const fail = (): void => {
      loading.delete(url)
      script.remove()
      reject(new Error('The payment script could not be loaded.'))
    }
    script.onload = () => (window.Stripe ? resolve(window.Stripe) : fail())
    script.onerror = fail
    document.head.append(script)
  })
  loading.set(url, promise)
  return promise
}

const STRIPE_LOCALES: Record<string, string> = { 'zh-CN': 'zh', tl: 'fil' }
const NO_STRIPE_LOCALE = new Set(['hi'])

/** The locale in Stripe's own list. */
export function stripeLocale(language: string): string {
  return NO_STRIPE_LOCALE.has(language) ? 'auto' : (STRIPE_LOCALES[language] ?? language)
}

/** Our colours, read from the page, for the fields that Stripe draws. */
export function appearance(): Record<string, unknown> {
  const probe = document.createElement('div')
  document.body.append(probe)
  const colorOf = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const variables = {
    colorPrimary: colorOf('--accent'),
    colorBackground: colorOf('--surface'),
    colorText: colorOf('--text'),
    colorTextSecondary: colorOf('--muted'),
    colorDanger: colorOf('--danger'),
    borderRadius: '8px',
    fontSizeBase: '16px',
    fontFamily: getComputedStyle(document.body).fontFamily,
  }
  probe.remove()
  return { theme: 'stripe', variables }
}
