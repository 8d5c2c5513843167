/** What differs from day to day: whose the lowest price is, how few are left, how many experiences there are. */
import { describe, expect, it } from 'vitest'
import { entry, experience } from '../testing/entries'
import { find } from '../testing/render'
import type { DateEntry, PricedTimeslot } from '../types'
import { all, answering, day, show, startOperator, texts } from './testing'

const DAY = '2026-11-20'
const slots = (amount = 5300): PricedTimeslot[] => [{ id: 1, start_time: '09:00', min_price: amount, availabilities: [{ customer_type: { id: 1 } }, { customer_type: { id: 2 } }] }]
const open = (id: number, changes: Partial<DateEntry> = {}): DateEntry =>
  entry({ experience_id: id, experience: { id, name: `Tour ${id}` }, online_availability_cnt: 9, open_online_timeslot_cnt: 1, timeslots: slots(), ...changes })
const gone = (id: number): DateEntry => open(id, { online_availability_cnt: 0, open_online_timeslot_cnt: 0 })
const listed = [12, 13, 14, 15, 16].map((id) => experience(id, { min_price_for: id === 13 ? 'Child' : null, adult_price: { name: 'Adult', amount: 8900 }, min_price: 5300 }))

async function calendar(dates: Record<string, DateEntry[]>, search = ''): Promise<void> {
  startOperator({ answers: answering(dates), experiences: listed })
  show(search)
  await find('tbody[aria-busy=false]')
}

const inDay = (selector: string, date = DAY): string[] => texts(`[data-date="${date}"] ${selector}`)
const label = (date = DAY): string => day(date).getAttribute('aria-label')!

describe('the price of a day', () => {
  it.each<[string, DateEntry[], string[], string]>([
    ['an adult’s has no name', [open(12)], ['$53+'], 'Friday, November 20, 2026, available, from $53'],
    ['another’s has its own', [open(13)], ['Child$53+'], 'Friday, November 20, 2026, available, from $53, Child'],
    ['the lowest of several decides', [open(12), open(13, { timeslots: slots(1700) })], ['Child$17+'], 'Friday, November 20, 2026, available, from $17, Child'],
  ])('%s', async (_name, entries, prices, said) => {
    await calendar({ [DAY]: entries })
    expect(inDay('.price')).toEqual(prices)
    expect(label()).toBe(said)
  })

  it('is told once more above the days of an experience, beside the one it is known by', async () => {
    await calendar({ [DAY]: [open(13)] }, 'experience=13')
    expect(texts('.gist')).toEqual(['Adult $89 · Child $53'])
  })
})

describe('few seats', () => {
  it.each<[string, DateEntry[], string[]]>([
    ['are told of one experience', [open(12, { few_left: 3 })], ['3 left']],
    ['are not told where the server tells none', [open(12, { online_availability_cnt: 2 })], []],
    ['of several add up to nothing', [open(12, { few_left: 3 }), open(13)], []],
  ])('%s', async (_name, entries, expected) => {
    await calendar({ [DAY]: entries })
    expect(inDay('.few')).toEqual(expected)
    expect(label().includes('3 left')).toBe(expected.length > 0)
  })
})

describe('a day on which nothing is left', () => {
  it('says so instead of a price', async () => {
    await calendar({ [DAY]: [gone(12), gone(13)] })
    expect([inDay('.gone'), inDay('.price'), inDay('.shop')]).toEqual([['sold out'], [], []])
    expect(label()).toBe('Friday, November 20, 2026, sold out')
  })

  it.each([
    ['where something is left', [gone(12), open(13)]],
    ['where nothing was on sale', [entry({ experience_id: 12 })]],
  ])('does not %s', async (_name, entries) => {
    await calendar({ [DAY]: entries })
    expect(inDay('.gone')).toEqual([])
  })
})

it('the number of experiences is shown on the days on which it differs, and told on all', async () => {
  const five = [12, 13, 14, 15, 16].map((id) => open(id))
  await calendar({ [DAY]: five, '2026-11-21': five, '2026-11-22': five.slice(1), '2026-11-23': five })
  const [usual, other] = [all('.shop.usual'), all('.shop:not(.usual)')]
  expect(usual.map((one) => one.getAttribute('aria-label'))).toEqual([20, 21, 23].map((n) => expect.stringMatching(`^Shop 5 tours, .*November ${n}, 2026$`)))
  expect(other.map((one) => one.textContent)).toEqual(['Shop 4 tours'])
})
