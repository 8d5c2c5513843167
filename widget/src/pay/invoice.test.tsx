import { beforeEach, describe, expect, it } from 'vitest'
import { find } from '../testing/render'
import { begin, named, press, receipt, refused, seen, serve, show, type Answer, type Call } from './page-testing'
import { linkWith } from './testing'
import type { PayLink } from './types'

beforeEach(begin)

function typeInto(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const invoice = (changes: object = {}): object => ({
  state: 'open',
  number: 'INV-00012',
  reseller_name: 'Harbor Hotel',
  currency: 'EUR',
  total: 20_000,
  paid: 5000,
  balance: 15_000,
  amount: 15_000,
  trips_cnt: 2,
  due_date: '2026-11-27',
  is_overdue: false,
  operator: linkWith().operator,
  payment: linkWith().payment,
  receipts: [],
  ...changes,
})

describe('an invoice', () => {
  const serveInvoice = (more?: (call: Call) => Answer | undefined): void =>
    serve(invoice() as PayLink, (call) => {
      const answer = more?.(call)
      if (answer || !call.path.endsWith('/confirm')) return answer
      const given = { amount: 4000, returned_amount: 1000, paid_at: receipt.paid_at, card: receipt.card }
      return { body: { status: 'succeeded', message: null, link: invoice({ paid: 8000, balance: 12_000, amount: 12_000, receipts: [given] }) } }
    })

  it('is paid in part, with what its page showed as open', async () => {
    serveInvoice()
    show('/pay/i12-abc')
    await find('h1', 'Pay invoice INV-00012')
    expect((await find('.pay-purpose')).textContent).toMatch(/Harbor Hotel2 trips.*€200\.00.*€150\.00/)
    expect(document.querySelector('.pay-gift-open')).toBeNull()
    ;(document.querySelectorAll<HTMLInputElement>('.pay-tip input')[1] as HTMLInputElement).click()
    const field = (await find('#part-amount')) as HTMLInputElement
    typeInto(field, '150.01')
    await find('.field-error', 'up to €150.00')
    typeInto(field, '40')
    await find('.main-button', '€40.00')
    await press()
    await find('h1', 'Paid, thank you')
    expect(named('/createIntent')[0]).toMatchObject({ path: '/api/invoiceLink/i12-abc/createIntent', body: { amount: 4000, balance: 15_000 } })
    expect((await find('.pay-receipt')).textContent).toMatch(/€10\.00 goes back to this card/)
  })

  it('is not charged when its balance changed meanwhile', async () => {
    let balance = 15_000
    serveInvoice(({ path }) => {
      if (path.endsWith('/get')) return { body: invoice({ balance, amount: balance }) }
      if (!path.endsWith('/createIntent')) return undefined
      balance = 9000
      return refused(409, 'amount_changed')
    })
    show('/pay/i12-abc')
    await press()
    expect((await find('.notice')).textContent).toContain('The amount has just changed')
    await find('.main-button', '€90.00')
    expect(seen.confirmed).toEqual([])
  })
})
