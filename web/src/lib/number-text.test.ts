import { describe, expect, it } from 'vitest'
import { fitNumber, readNumber } from './number-text'

describe('a number somebody typed', () => {
  it.each([
    ['12', 'en', 12],
    ['1,234.5', 'en', 1234.5],
    ['$1,234.50', 'en', 1234.5],
    ['1.234,50 €', 'de', 1234.5],
    ['4.5', 'de', 4.5],
    ['1.000', 'de', 1000],
    ['4,5', 'en', 4.5],
    ['1,000', 'en', 1000],
    ['1\u202f234,5', 'fr', 1234.5],
    ['1234.5', 'fr', 1234.5],
    ["1'234.5", 'de-CH', 1234.5],
    ['15 %', 'de', 15],
    ['-3', 'en', -3],
    ['\u22123', 'sv', -3],
    ['(3)', 'en', -3],
    ['１２', 'ja', 12],
    ['.5', 'en', 0.5],
    ['5.', 'en', 5],
    ['Rs. 500', 'en', 500],
    ['', 'en', null],
    ['abc', 'en', null],
    ['-', 'en', null],
  ])('reads %s in %s', (text, locale, value) => expect(readNumber(text, locale)).toBe(value))
})

describe('a number within its limits', () => {
  it('keeps to the smallest and largest', () => {
    expect(fitNumber(-2, { minValue: 1 })).toBe(1)
    expect(fitNumber(7, { maxValue: 5 })).toBe(5)
  })
  it('goes to the next step', () => {
    expect(fitNumber(7, { minValue: 5, step: 5 })).toBe(5)
    expect(fitNumber(8, { minValue: 5, step: 5 })).toBe(10)
    expect(fitNumber(0.1 + 0.2, { step: 0.01 })).toBe(0.3)
    expect(fitNumber(0.0825004, { minValue: 0, step: 0.000001 })).toBe(0.0825)
  })
})
