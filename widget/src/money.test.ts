import { describe, expect, it, vi } from 'vitest'
import { displayLocale } from './languages'
import { DEFAULT_CURRENCY, exponentOf, formatMoney } from './money'
import { dayPrice, priceText } from './price'
import { entry } from './testing/entries'

const ZERO = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')

const slot = (id: number, min_price: number | null, ...types: number[]) => ({
  id,
  start_time: '09:00',
  min_price,
  availabilities: types.map((type) => ({ customer_type: { id: type } })),
})

describe('amounts', () => {
  it('are sixteen currencies without decimals', () => expect(ZERO).toHaveLength(16))

  it.each(ZERO)('%s is not divided', (currency) => {
    expect(exponentOf(currency)).toBe(0)
    expect(formatMoney(1500, currency, 'en')).toMatch(/1,500$/)
  })

  it.each([
    ['USD', 'en-US', '$15.00'],
    ['EUR', 'de', '15,00 €'],
    ['ILS', 'en', '₪15.00'],
    ['CRC', 'en', '₡15.00'],
    ['NGN', 'en', '₦15.00'],
    ['PHP', 'en', '₱15.00'],
    ['UAH', 'en', '₴15.00'],
    ['KWD', 'en', 'KWD 15.00'],
  ])('%s in %s', (currency, locale, expected) =>
    expect(formatMoney(1500, currency, locale).replaceAll('\u00a0', ' ')).toBe(expected),
  )

  it.each([
    ['USD', '$'], ['EUR', '€'], ['CRC', '₡'], ['GBP', '£'], ['ILS', '₪'], ['INR', '₹'], ['JPY', '¥'], ['KRW', '₩'], ['NGN', '₦'],
    ['PHP', '₱'], ['PLN', 'zł'], ['PYG', '₲'], ['THB', '฿'], ['UAH', '₴'], ['VND', '₫'],
  ])('%s has the symbol %s', (currency, symbol) => expect(formatMoney(1500, currency, 'en-US')).toContain(symbol))

  it('are in US dollars, as Americans write them, where the operator says nothing', () => {
    expect(DEFAULT_CURRENCY).toBe('USD')
    expect(formatMoney(123456, DEFAULT_CURRENCY, displayLocale('en', null))).toBe('$1,234.56')
  })

  it('drops empty decimals where it is narrow, and only empty ones', () => {
    expect(formatMoney(8900, 'USD', 'en-US', { isShort: true })).toBe('$89')
    expect(formatMoney(8950, 'USD', 'en-US', { isShort: true })).toBe('$89.50')
  })

  it('keep their own order in text that runs from right to left', () => {
    const text = formatMoney(2100, 'USD', 'ar', { isShort: true, suffix: '+' })
    expect(text).toMatch(/^\u2066[^\u200e\u200f]*\+\u2069$/)
    expect(formatMoney(2100, 'USD', 'en')).not.toContain('\u2066')
  })
})

describe('the price of a day', () => {
  it('is the least of all timeslots of all entries', () => {
    const entries = [
      entry({ timeslots: [slot(1, 8900, 1), slot(2, 7500, 1)] }),
      entry({ experience_id: 2, timeslots: [slot(3, 9900, 1)] }),
    ]
    expect(dayPrice(entries)).toMatchObject({ amount: 7500, isFrom: false })
  })

  it('gets a plus with more than one customer type', () => {
    expect(dayPrice([entry({ timeslots: [slot(1, 8900, 1, 2)] })])).toMatchObject({ amount: 8900, isFrom: true })
    expect(dayPrice([entry({ timeslots: [slot(1, 8900, 1), slot(2, 8900, 2)] })])?.isFrom).toBe(true)
    expect(dayPrice([entry({ timeslots: [slot(1, 8900, 1), slot(2, 9900, 1)] })])?.isFrom).toBe(false)
    expect(priceText({ amount: 8900, isFrom: true }, 'USD', 'en-US')).toBe('$89+')
  })

  it('is nothing without timeslots or prices; zero is a price', () => {
    expect(dayPrice([entry()])).toBeNull()
    expect(dayPrice([entry({ timeslots: [slot(1, null, 1)] })])).toBeNull()
    expect(dayPrice([entry({ timeslots: [slot(1, 0, 1)] })])).toMatchObject({ amount: 0, isFrom: false })
  })

  it('is hidden, with a warning, when it cannot be written', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    expect(priceText({ amount: 8900, isFrom: false }, 'not a currency', 'en')).toBeNull()
    expect(warn).toHaveBeenCalledOnce()
    expect(priceText(null, 'USD', 'en')).toBeNull()
  })
})
