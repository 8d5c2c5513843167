import { expect, it } from 'vitest'
import { translator } from '../i18n'
import english from '../messages/trip/en.json'
import { experience } from '../testing/entries'
import type { BuilderUi } from './context'
import { priceOf } from './known-price'

const ui = { locale: 'en-US', init: { properties: { currency: 'USD', is_show_prices_on_calendar: true } }, t: translator(english, 'en-US') } as unknown as BuilderUi
const listed = experience(1, { min_price: 6900, min_price_for: 'Youth', adult_price: { name: 'Adult', amount: 8900 } })

it.each([
  ['as listed, the adult’s', listed, 6900, 'Adult $89'],
  ['another on that day, the lowest and whose it is', listed, 5500, 'Youth from $55'],
  ['an adult’s that is the lowest', experience(1, { min_price: 8900 }), 8900, 'from $89'],
  ['a boat’s', experience(1, { min_price: 54_000, min_price_for: 'Boat' }), 54_000, 'Boat $540'],
  ['none', listed, null, null],
])('is %s', (_name, one, amount, expected) => expect(priceOf(ui, one, amount)).toBe(expected))
