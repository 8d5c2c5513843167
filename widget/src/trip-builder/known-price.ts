import { knownPrice, priceText } from '../price'
import type { Experience } from '../types'
import type { BuilderUi } from './context'

/** A price of one day: the adult's where it is as listed, else the lowest and whose it is. */
export function priceOf({ init, locale, t }: Pick<BuilderUi, 'init' | 'locale' | 't'>, experience: Experience | null, amount: number | null | undefined): string | null {
  if (amount == null) return null
  const known = experience?.min_price === amount ? knownPrice({ init, locale, t }, experience) : null
  const price = priceText({ amount, isFrom: false }, init.properties.currency, locale)
  return known ?? (price && [experience?.min_price_for, t('priceFrom', { price })].filter(Boolean).join(' '))
}
