import { expect, it } from 'vitest'
import { breakable, priceText } from './price'

/** A bar wherever a price may be broken besides its own spaces. */
const parts = (amount: number, currency: string, locale: string, isFrom = true): string =>
  breakable(priceText({ amount, isFrom }, currency, locale)!).replaceAll('\u200b', '|')

it.each([
  [5300, 'USD', 'en-US', '$53+'],
  [48_930, 'USD', 'en-US', '$|489|.30|+'],
  [123_450, 'USD', 'en-US', '$|1,234|.50|+'],
  [12_000, 'JPY', 'en-US', '¥|12,000|+'],
  [120_000, 'JPY', 'ja-JP', '￥|120,000|+'],
  [1_200_000, 'KRW', 'en-US', '₩|1,|200,000|+'],
  [123_400, 'EUR', 'de-DE', '1.234 €|+'],
  [123_450, 'EUR', 'de-DE', '1.234|,50 €|+'],
])('%i %s in %s is broken only where it can be read', (amount, currency, locale, expected) => expect(parts(amount, currency, locale)).toBe(expected))
