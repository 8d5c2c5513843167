import { formatMoney } from './money'
import type { DateEntry, Experience } from './types'

type PriceUi = {
  init: { properties: { currency: string; is_show_prices_on_calendar: boolean } }
  locale: string
  t: (key: 'priceFrom', values: { price: string }) => string
}

export type DayPrice = { amount: number; isFrom: boolean; experienceId?: number }

/** The cheapest price of a day; `isFrom` when more than one customer type can be bought. */
export function dayPrice(entries: readonly DateEntry[]): DayPrice | null {
  let least: DayPrice | null = null
  const customerTypes = new Set<number>()
  for (const { experience_id: experienceId, timeslots } of entries) {
    for (const { min_price: amount, availabilities } of timeslots ?? []) {
      if (amount != null && !(least && least.amount <= amount)) least = { amount, isFrom: false, experienceId }
      for (const { customer_type } of availabilities) customerTypes.add(customer_type.id)
    }
  }
  return least && { ...least, isFrom: customerTypes.size > 1 }
}

/** The text of a price, or null (and a warning) when it cannot be written: a wrong price is worse than none. */
export function priceText(price: DayPrice | null, currency: string, locale: string): string | null {
  if (!price) return null
  try {
    return formatMoney(price.amount, currency, locale, { isShort: true, suffix: price.isFrom ? '+' : '' })
  } catch (error) {
    console.warn(error)
    return null
  }
}

/** The price an activity is known by: an adult's where there are several, for the lowest would be a child's. */
export function knownPrice({ init, locale, t }: PriceUi, { min_price: least, min_price_for: whose, adult_price: adult }: Experience): string | null {
  const { currency, is_show_prices_on_calendar: isPriced } = init.properties
  const amount = adult?.amount ?? least
  const price = isPriced && amount !== null ? priceText({ amount, isFrom: false }, currency, locale) : null
  const name = adult?.name ?? whose
  return price && (name ? `${name} ${price}` : t('priceFrom', { price }))
}

/** Where a long price may be broken in a narrow cell: after the currency, at its own spaces, before decimals and plus; of millions, at thousands. */
export const breakable = (price: string): string =>
  price
    .replaceAll('\u00a0', ' ')
    .replace(/^.{7,}$/, (long) => long.replace(/^\D+(?=\d)|(?=\+|[.,]\d\d\D)|[.,](?=\d{3}[.,]\d{3})/g, '$&\u200b'))
