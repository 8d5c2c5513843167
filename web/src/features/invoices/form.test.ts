import { describe, expect, it } from 'vitest'
import { discountBody, discountSchema, paymentBody, paymentSchema, sendSchema } from './form'

const today = '2026-11-27'
const messages = (found: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  (found.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

describe('a payment', () => {
  const says = { tooMuch: 'Too much', inFuture: 'In the future' }
  const schema = paymentSchema(10_000, today, says)
  const typed = { amount: 10_000, method: 'check', paid_on: today, note: '' } as const

  it.each([
    [{}, []],
    [{ amount: 1, paid_on: '2026-01-01' }, []],
    [{ amount: 10_001 }, [['amount', 'Too much']]],
    [{ amount: 0 }, [['amount', 'positive']]],
    [{ amount: null }, [['amount', 'required']]],
    [{ paid_on: '2026-11-28' }, [['paid_on', 'In the future']]],
    [{ paid_on: null }, [['paid_on', 'required']]],
  ])('with %j', (more, wrong) => expect(messages(schema.safeParse({ ...typed, ...more }))).toEqual(wrong))

  it('of today is of now, one of a day that is over of its noon', () => {
    const body = (paid_on: string) => paymentBody({ ...typed, paid_on }, today, 'America/New_York').paid_at
    expect(body(today)).toBeNull()
    expect(new Date(body('2026-11-20')!).toISOString()).toBe('2026-11-20T17:00:00.000Z')
  })
})

describe('a discount', () => {
  const schema = discountSchema(8_000, 10_000, 'Too much')
  const typed = { way: 'amount', amount: 8_000, ppm: null, reason: '' } as const

  it.each([
    [{}, []],
    [{ amount: null }, []],
    [{ amount: 8_001 }, [['amount', 'Too much']]],
    [{ way: 'share', ppm: 800_000 }, []],
    [{ way: 'share', ppm: 800_100 }, [['ppm', 'Too much']]],
    [{ way: 'share' }, [['ppm', 'required']]],
  ])('with %j', (more, wrong) => expect(messages(schema.safeParse({ ...typed, ...more }))).toEqual(wrong))

  it('is told one way, and goes where nothing is typed', () => {
    expect(discountBody({ ...typed })).toEqual({ amount: 8_000 })
    expect(discountBody({ ...typed, amount: null })).toEqual({ amount: 0 })
    expect(discountBody({ ...typed, way: 'share', ppm: 5_000 })).toEqual({ ppm: 5_000 })
  })
})

it('goes to somebody, and copies may go to nobody', () => {
  const typed = { to: ['a@hotel.example'], cc: [], message: '' }
  expect(messages(sendSchema.safeParse(typed))).toEqual([])
  expect(messages(sendSchema.safeParse({ ...typed, to: [] }))).toEqual([['to', 'required']])
  expect(messages(sendSchema.safeParse({ ...typed, cc: ['no address'] }))).toEqual([['cc.0', 'email']])
})
