import { describe, expect, it } from 'vitest'
import { dueOf, NO_TIP, readAmount, share, sumOf, type Choice } from './amount'
import { linkWith } from './testing'

const choice = (changes: Partial<Choice> = {}): Choice => ({ guests: [], tip: NO_TIP, part: null, ...changes })

describe('what is to be paid', () => {
  it('is what the link asks for', () => {
    expect(dueOf(linkWith({ amount: 11807 }), choice())).toBe(11807)
  })

  it('is the sum of the places that were chosen, and nothing before', () => {
    const link = linkWith({ amount_mode: 'tab' })
    expect(dueOf(link, choice())).toBe(0)
    expect(dueOf(link, choice({ guests: [1, 3] }))).toBe(4900 + 2907)
  })

  it('takes a tip of what is paid for, a gift card never pays it', () => {
    const link = linkWith({ amount: 4000, gift_card: { last4: '7K2Q', amount: 9000 } })
    const sum = sumOf(link, choice({ tip: { kind: 'share', ppm: 100_000 } }))
    expect(sum).toEqual({ due: 4000, giftCard: 4000, tip: 1181, toPay: 1181 })
  })

  it('counts the tip of a tab from the places that were chosen', () => {
    const link = linkWith({ amount_mode: 'tab' })
    expect(sumOf(link, choice({ guests: [1], tip: { kind: 'share', ppm: 150_000 } })).tip).toBe(735)
  })

  it('takes no tip where the operator asks for none', () => {
    expect(sumOf(linkWith({ tip: null }), choice({ tip: { kind: 'own', amount: 500 } })).tip).toBe(0)
  })

  it('rounds half up, once', () => {
    expect([share(50, 10_000), share(149, 10_000)]).toEqual([1, 1])
  })
})

describe('an amount that somebody types', () => {
  it.each([
    ['12', 'EUR', 1200],
    ['12,5', 'EUR', 1250],
    ['12.50', 'EUR', 1250],
    ['€ 1 200,05', 'EUR', 120_005],
    ['1.200', 'EUR', 120_000],
    ['1,200.50', 'USD', 120_050],
    ['0,29', 'EUR', 29],
    ['1500', 'JPY', 1500],
  ])('%s in %s', (text, currency, minor) => expect(readAmount(text, currency)).toBe(minor))

  it.each(['', 'abc', '€'])('is none in "%s"', (text) => expect(readAmount(text, 'EUR')).toBeNull())
})
