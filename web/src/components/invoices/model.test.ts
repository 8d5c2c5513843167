import { describe, expect, it } from 'vitest'
import type { Eligible, Invoice, InvoiceLine } from './api'
import {
  ageFilters,
  ages,
  billable,
  daysLate,
  deedsOf,
  discountOf,
  dueDays,
  lastMonth,
  linesOf,
  mostDiscount,
  subtotalOf,
  sumsOf,
  whyKept,
} from './model'
import { asked, atFirst, createBody, daysOf, toggledAll, toggledOne } from './month'

const today = '2026-11-27'

const line = (net_amount: number, more: Partial<InvoiceLine> = {}) =>
  ({ id: net_amount, net_amount, settled_amount: 0, discount_amount: 0, is_adjustment: false, ...more }) as InvoiceLine

type Some = Pick<Invoice, 'status' | 'number' | 'trips' | 'discount_amount' | 'amount_paid'>
const invoice = (more: Partial<Some> = {}): Some => ({
  status: 'sent',
  number: 'INV-00001',
  trips: [line(8_000), line(2_000)],
  discount_amount: 0,
  amount_paid: 0,
  ...more,
})

describe('how late an invoice is', () => {
  it.each([
    [true, '2026-11-26', 1],
    [true, '2026-10-28', 30],
    [false, '2026-11-27', 0],
    [false, null, 0],
  ])('overdue %s since %s: %s days', (is_overdue, due_date, days) =>
    expect(daysLate({ is_overdue, due_date }, today)).toBe(days),
  )

  it('leaves no day between two ages, and none in both', () => {
    expect(dueDays('not_due', today)).toEqual(['2026-11-27', null])
    expect(dueDays('days_0', today)).toEqual(['2026-10-28', '2026-11-26'])
    expect(dueDays('days_30', today)).toEqual(['2026-09-28', '2026-10-27'])
    expect(dueDays('days_60', today)).toEqual(['2026-08-29', '2026-09-27'])
    expect(dueDays('days_90', today)).toEqual([null, '2026-08-28'])
  })

  it('filters the list by what a figure adds up', () => {
    const whole = ageFilters('payable', null, today)
    expect(whole).toEqual([
      { field: 'direction', op: 'in', value: ['payable'] },
      { field: 'status', op: 'in', value: ['sent', 'partially_paid'] },
    ])
    for (const age of ages) {
      expect(ageFilters('payable', age, today)).toEqual([
        ...whole,
        { field: 'due_date', op: 'between', value: dueDays(age, today) },
      ])
    }
  })
})

describe('what can be done with an invoice', () => {
  const can = (more: Partial<Some>) =>
    Object.entries(deedsOf(invoice(more)))
      .filter(([, is]) => is)
      .map(([deed]) => deed)

  it.each([
    ['a draft', { status: 'unsent', number: null }, ['send', 'markSent', 'discount', 'note', 'remove']],
    ['a draft with a number', { status: 'unsent' }, ['send', 'markSent', 'discount', 'note', 'void']],
    ['a sent one', {}, ['resend', 'takeBack', 'pay', 'discount', 'note', 'void']],
    ['a partly paid one', { status: 'partially_paid' }, ['resend', 'pay', 'discount', 'note', 'void']],
    ['a paid one', { status: 'paid' }, ['resend', 'note']],
    ['a void one', { status: 'void' }, []],
  ] as const)('%s', (_name, more, deeds) => expect(can({ ...more } as Partial<Some>)).toEqual(deeds))

  it('leaves one with a used credit as it is', () =>
    expect(can({ trips: [line(8_000), line(-500, { settled_amount: -500 })] })).not.toContain('takeBack'))
})

describe('a trip comes off an invoice', () => {
  it.each([
    ['that is open', {}, 0, null],
    ['but not one that is paid', { status: 'paid' }, 0, 'closed'],
    ['but not once something was paid for it', { trips: [line(8_000, { settled_amount: 1 }), line(2_000)] }, 0, 'paid'],
    ['but not the last of one that has a number', { trips: [line(8_000)] }, 0, 'last'],
    ['even the last of a draft', { status: 'unsent', number: null, trips: [line(8_000)] }, 0, null],
    ['but not where the rest is less than the discount', { discount_amount: 2_001 }, 0, 'discount'],
    ['where the rest is the discount', { discount_amount: 2_000 }, 0, null],
  ] as const)('%s', (_name, more, place, why) => {
    const whole = invoice(more as unknown as Partial<Some>)
    expect(whyKept(whole, whole.trips[place]!)).toBe(why)
  })
})

it('adds up lines, and takes a share off them', () => {
  const some = invoice({ trips: [line(8_000), line(-500, { is_adjustment: true })], amount_paid: 1_000 })
  expect(subtotalOf(some)).toBe(7_500)
  expect(mostDiscount(some)).toBe(6_500)
  expect(discountOf(some, 33_333)).toBe(250)
  expect(linesOf(some.trips).changed.map(({ net_amount }) => net_amount)).toEqual([-500])
})

describe('a month', () => {
  const row = (id: number, net_amount: number, currency = 'USD'): Eligible => ({
    reseller: { id, name: `#${id}` },
    trips_cnt: 1,
    net_amount,
    currency,
    billing_emails: [],
  })
  const rows = [row(1, 100), row(2, -50), row(3, 200), row(4, 70, 'EUR')]

  it.each([
    ['2026-11-27', '2026-10-01', '2026-10-31'],
    ['2026-03-01', '2026-02-01', '2026-02-28'],
    ['2026-01-31', '2025-12-01', '2025-12-31'],
  ])('is over on %s', (day, start, end) => expect(lastMonth(day)).toEqual({ start, end }))

  it('begins with the one that is over, by what took place', () => {
    const first = atFirst(today)
    expect(asked(first)).toEqual({
      reseller_ids: null,
      direction: 'receivable',
      date_type: 'activity',
      date_from: '2026-10-01',
      date_to: '2026-10-31',
    })
    expect(asked(first, 7).reseller_ids).toEqual([7])
    expect(daysOf('this', first.days, today)).toEqual({ start: '2026-11-01', end: today })
    expect(daysOf('custom', first.days, today)).toBe(first.days)
  })

  it('bills everybody but who was left out and who is owed credit', () => {
    expect(billable(rows).map((one) => one.reseller.id)).toEqual([1, 3, 4])
    expect(sumsOf(billable(rows))).toEqual([
      ['USD', 300],
      ['EUR', 70],
    ])
    expect(toggledAll(rows, new Set())).toEqual(new Set([1, 3, 4]))
    expect(toggledAll(rows, new Set([3]))).toEqual(new Set())
    expect(toggledOne(toggledOne(new Set(), 3), 3)).toEqual(new Set())
  })

  it('sends a message only with a mail', () => {
    const choices = { ...atFirst(today), message: ' Thanks ' }
    expect(createBody(choices, [rows[0]!])).toMatchObject({ reseller_ids: [1], is_sent: false, message: '' })
    expect(createBody({ ...choices, isSent: true }, [rows[0]!])).toMatchObject({ is_sent: true, message: 'Thanks' })
  })
})
