import { expect, it } from 'vitest'
import { changes } from '@/components/settings/model'
import { chargeBody, chargeOf, inDays, isCountable, tabOf, termsOfText, textOfTerms, timeline } from './model'

it('sends only what was changed', () => {
  const before = { name: 'A', deposit: { kind: 'none', amount: 0 }, hold: 15 }
  expect(changes(before, { ...before, hold: 20 })).toEqual({ hold: 20 })
  expect(changes(before, { ...before, deposit: { kind: 'none', amount: 0 } })).toEqual({})
  expect(changes(before, { ...before, deposit: { kind: 'none', amount: 1 } })).toHaveProperty('deposit.amount', 1)
})

it('turns terms into text and back', () => {
  const text = 'Free changes <48 h> & more.\nBring a jacket.\n\nSecond paragraph.'
  const html = '<p>Free changes &lt;48 h&gt; &amp; more.<br>Bring a jacket.</p><p>Second paragraph.</p>'
  expect(termsOfText(text)).toBe(html)
  expect(textOfTerms(html)).toBe(text)
  expect(textOfTerms('')).toBe('')
})

it('leaves terms with lists or links as HTML', () => {
  expect(textOfTerms('<p>See <a href="https://x.example">here</a></p>')).toBeNull()
  expect(textOfTerms('<ul><li>One</li></ul>')).toBeNull()
})

it('leaves out of a charge what its way of counting does not use', () => {
  const fixed = chargeBody({ ...chargeOf(), calc: 'fixed', amount: 300, rate_ppm: 5, mode: 'inclusive' })
  expect(fixed).toMatchObject({ amount: 300, rate_ppm: 0, mode: 'exclusive' })
  const inside = chargeBody({ ...chargeOf(), rate_ppm: 200_000, mode: 'inclusive', is_compound: true })
  expect(inside).toMatchObject({ rate_ppm: 200_000, amount: 0, is_compound: false })
})

it('computes an example only from a charge that says how much', () => {
  expect(isCountable(chargeOf())).toBe(false)
  expect(isCountable({ ...chargeOf(), rate_ppm: 1 })).toBe(true)
  expect(isCountable({ ...chargeOf(), rate_ppm: 1, applies_to: [] })).toBe(false)
  expect(isCountable({ ...chargeOf(), calc: 'fixed', rate_ppm: 1 })).toBe(false)
})

it('draws a policy from the earliest step to the start', () => {
  const tier = (hours_before: number | null, refund_ppm: number) => ({ hours_before, refund_ppm, fee_amount: 0 })
  expect(timeline([tier(24, 500_000), tier(48, 1_000_000), tier(null, 1)]).map((step) => step.from)).toEqual([
    48, 24, 0,
  ])
  expect(timeline([tier(0, 1_000_000)])).toEqual([{ from: 0, refund_ppm: 1_000_000, fee_amount: 0 }])
  expect(timeline([]).at(-1)?.refund_ppm).toBe(0)
})

it('says days from two days on', () => {
  expect([24, 48, 50, 72].map(inDays)).toEqual([false, true, false, true])
})

it('opens the first tab for an address that names none', () => {
  expect([tabOf(undefined), tabOf('taxes'), tabOf('nonsense')]).toEqual(['business', 'taxes', 'business'])
})
