/** The few calls of Stripe.js that we make; our development stand-in has the same. */

export type StripeError = { type: string; code?: string; decline_code?: string; message?: string }

export type PaymentElement = {
  mount: (target: HTMLElement) => void
  destroy: () => void
  on?: (event: 'ready' | 'loaderror', listen: () => void) => void
}

export type StripeElements = {
  create: (type: 'payment', options?: Record<string, unknown>) => PaymentElement
  update?: (options: Record<string, unknown>) => void
  fetchUpdates?: () => Promise<{ error?: StripeError }>
}

export type Stripe = {
  elements: (options: Record<string, unknown>) => StripeElements
  confirmPayment: (options: {
    elements: StripeElements
    redirect: 'if_required'
    confirmParams: { return_url: string }
  }) => Promise<{ error?: StripeError; paymentIntent?: { id: string; status: string } }>
  confirmSetup: (options: {
    elements: StripeElements
    redirect: 'if_required'
    confirmParams: { return_url: string }
  }) => Promise<{ error?: StripeError; setupIntent?: { id: string; status: string; payment_method: string | null } }>
  handleNextAction?: (options: { clientSecret: string }) => Promise<{ error?: StripeError }>
}

type StripeFactory = (key: string, options?: { stripeAccount?: string; locale?: string }) => Stripe

declare global {
  interface Window {
    Stripe?: StripeFactory
  }
}

const loading = new Map<string, Promise<StripeFactory>>()

/** Loads the gateway's script once; a load that failed can be tried again. */
export function loadStripe(url: string): Promise<StripeFactory> {
  if (window.Stripe) return Promise.resolve(window.Stripe)
  const known = loading.get(url)
  if (known) return known
  const promise = new Promise<StripeFactory>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      loading.delete(url)
      script.remove()
      reject(new Error('The payment script could not be loaded.'))
    }
    script.src = url
    script.async = true
    script.onload = () => (window.Stripe ? resolve(window.Stripe) : fail())
    script.onerror = fail
    document.head.append(script)
  })
  loading.set(url, promise)
  return promise
}

/** Our colours, read from the page, for the fields that the gateway draws. */
export function appearance(): Record<string, unknown> {
  const colorOf = (name: string) => {
    // One for each: where motion is reduced, a change of colour still counts as one that is on its way.
    const probe = document.createElement('div')
    probe.style.color = `var(--color-${name})`
    document.body.append(probe)
    const color = rgbOf(getComputedStyle(probe).color)
    probe.remove()
    return color
  }
  const variables = {
    colorPrimary: colorOf('accent'),
    colorBackground: colorOf('surface'),
    colorText: colorOf('ink'),
    colorTextSecondary: colorOf('soft'),
    colorDanger: colorOf('bad'),
    borderRadius: '8px',
    fontSizeBase: '15px',
    fontFamily: getComputedStyle(document.body).fontFamily,
  }
  return { theme: isDark() ? 'night' : 'stripe', variables }
}

const isDark = () =>
  (document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches && 'dark')) === 'dark'

/** The gateway reads no oklch(): a pixel painted with the colour says what it is. */
function rgbOf(color: string): string {
  const pen = new OffscreenCanvas(1, 1).getContext('2d')
  if (!pen) return color
  pen.fillStyle = color
  pen.fillRect(0, 0, 1, 1)
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
