import { afterEach, expect, it, vi } from 'vitest'
import { render } from '../testing/render'
import { PayApp } from './app'
import { linkWith } from './testing'

const nothing = (): undefined => undefined

afterEach(() => vi.unstubAllGlobals())

it.each([
  [true, 'off_session'],
  [false, undefined],
])('says to the fields whether the card is kept (%s), as the server says to Stripe', async (keeps_card, expected) => {
  const link = linkWith()
  const shown = { ...link, payment: { ...link.payment!, keeps_card } }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(shown), { status: 200 })))
  const told: Record<string, unknown>[] = []
  const part = { mount: nothing, on: nothing, destroy: nothing, update: nothing }
  window.Stripe = () => ({
    elements: (options) => {
      told.push(options)
      return { create: () => part, submit: () => Promise.resolve({}) }
    },
    confirmPayment: () => Promise.resolve({}),
  })

  render(<PayApp path="/pay/12-abc" search="" />)

  await vi.waitFor(() => expect(told.length).toBeGreaterThan(1))
  expect(new Set(told.map(({ setupFutureUsage }) => setupFutureUsage))).toEqual(new Set([expected]))
})
