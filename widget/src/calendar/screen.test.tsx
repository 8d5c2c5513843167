/** The screen of the calendar: what is shown, and under which conditions. */
import { describe, expect, it, vi } from 'vitest'
import { monthText } from '../dates'
import { monthOf } from '../month'
import { addMonths } from '../paging'
import { click, find } from '../testing/render'
import { entry } from '../testing/entries'
import { all, answering, day, press, show, startOperator, texts } from './testing'

type Changes = Parameters<typeof startOperator>[0]
const TODAY = '2026-11-10'
const DAY = '2026-11-20'
const open = (id: number, name = `Tour ${id}`) =>
  entry({ experience_id: id, experience: { id, name }, online_availability_cnt: 5, open_online_timeslot_cnt: 1, total_availability_cnt: 5, open_direct_timeslot_cnt: 1 })
const priced = (id: number) => ({ ...open(id), timeslots: [{ id: 1, start_time: '09:00', min_price: 5300, availabilities: [{ customer_type: { id: 1 } }] }] })
const staff = { isAuthenticated: true }
const ready = (): Promise<HTMLElement> => find('tbody[aria-busy=false]')

describe('the headings', () => {
  it.each<[string, string, Changes, string | null, string | null]>([
    ['full with an experience', 'experience=12', {}, 'Shop for Sunset Kayak Tour', 'Choose your date'],
    ['full without an experience', '', {}, null, 'Choose your date'],
    ['full for staff', 'experience=12', staff, 'Shop for Sunset Kayak Tour', null],
    ['full for staff without an experience', '', staff, null, null],
    ['rebooking', 'experience=12&rebook=true', {}, null, null],
    ['compact', 'experience=12&display=compact', {}, null, 'Choose your date'],
    ['compact for staff', 'experience=12&display=compact', staff, null, 'Choose your date'],
    ['compact while rebooking', 'experience=12&display=compact&rebook=true', {}, null, 'Choose your date'],
  ])('%s', async (_name, search, changes, title, invitation) => {
    startOperator(changes)
    show(search)
    await ready()
    expect(texts('.title')[0] ?? null).toBe(title)
    expect(texts('.invitation')[0] ?? null).toBe(invitation)
  })

  it('the month header names month and year between two arrows', async () => {
    startOperator()
    show()
    expect((await find('#month')).textContent).toBe('November 2026')
    expect(all('.month-bar > *').map((one) => one.getAttribute('aria-label') ?? one.id)).toEqual(['Previous month', 'month', 'Next month'])
    await click('button', 'Next month')
    await find('#month', monthText(addMonths(monthOf(TODAY), 1), 'en-US'))
  })
})

describe('the grid', () => {
  it('has the days from SUN to SAT', async () => {
    startOperator()
    show()
    await ready()
    expect(texts('thead .wide-only')).toEqual(['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'])
    expect(all('tbody tr')).toHaveLength(5)
    expect(all('tbody td')).toHaveLength(35)
  })

  it('has six weeks in a month that begins on a Friday or Saturday', async () => {
    startOperator()
    show('date=2027-01-05')
    await ready()
    expect(all('tbody tr')).toHaveLength(6)
  })
})

describe('the prompt', () => {
  const PROMPT = 'Choose a day to see available times.'

  it('asks for a day', async () => {
    startOperator()
    show()
    expect((await find('.prompt', PROMPT)).textContent).toBe(PROMPT)
  })

  it.each<[string, string, Parameters<typeof answering>[0] | undefined]>([
    ['when a day is selected', `date=${DAY}`, { [DAY]: [open(12)] }],
    ['in an empty month', '', {}],
    ['when prompting is off', 'prompt=false', undefined],
  ])('is not there %s', async (_name, search, dates) => {
    startOperator(dates && { answers: answering(dates) })
    show(search)
    await ready()
    expect(document.body.textContent).not.toContain(PROMPT)
  })

  it('is not there as long as the data is not', async () => {
    startOperator({ answers: (call) => (call.path.includes('getInDateRange') ? new Promise(() => undefined) : undefined) })
    show()
    await find('tbody[aria-busy=true]')
    expect(document.body.textContent).not.toContain(PROMPT)
  })
})

describe('an empty month', () => {
  it('says so for the experience, in month and year', async () => {
    startOperator({ answers: answering({}) })
    show('experience=13')
    expect((await find('.empty p')).textContent).toBe('There is no online availability for Harbor Seal Safari in November 2026.')
  })

  it('says so without an experience', async () => {
    startOperator({ answers: answering({}) })
    show()
    expect((await find('.empty p')).textContent).toBe('There is no online availability in November 2026.')
  })
})

describe('the footer', () => {
  it.each<[string, string, Changes, string | null, string | null]>([
    ['with an experience', 'experience=12', {}, 'Call \u2066+1 415 555 0134\u2069', 'Choose another tour'],
    ['without one', '', {}, 'Call \u2066+1 415 555 0134\u2069 to book', null],
    ['for staff', 'experience=12', staff, null, null],
    ['of an operator without telephone', 'experience=12', { properties: { ecom_phone_number: null } }, null, null],
  ])('offers telephone and another activity %s', async (_name, search, changes, phone, another) => {
    startOperator(changes)
    show(search)
    await ready()
    expect(texts('a[href^="tel:"]')[0] ?? null).toBe(phone)
    expect(texts('.footer > button')[0] ?? null).toBe(another)
  })

  it('shows all activities when another one is wanted', async () => {
    startOperator()
    show('experience=12')
    await click('button', 'Choose another tour')
    await vi.waitFor(() => expect(all('.title')).toEqual([]))
    expect(all('main.all')).toHaveLength(1)
  })

  it.each<[string, boolean, boolean, boolean]>([
    ['staff, where more than there is may be sold', true, true, true],
    ['staff, where it may not', true, false, false],
    ['visitors', false, true, false],
  ])('has the sold-out switch for %s', async (_name, isAuthenticated, isAllowed, isThere) => {
    startOperator({ isAuthenticated, experience: { is_allow_manual_overbooking: isAllowed } })
    show('experience=12')
    await ready()
    expect(all('.check')).toHaveLength(isThere ? 1 : 0)
  })

  it('switches sold-out display off and on, and asks the server for it', async () => {
    const { calls } = startOperator({ isAuthenticated: true, experience: { is_allow_manual_overbooking: true }, answers: answering({ [DAY]: [entry({ experience_id: 12 })] }) })
    show('experience=12&date=2026-11-11')
    const box = (await find('.check input')) as HTMLInputElement
    await ready()
    expect(box.checked).toBe(true)
    expect(day(DAY).className).toContain('sold-out')
    box.click()
    await vi.waitFor(() => expect(day(DAY).className).toContain('no-availability'))
    const bodies = calls.filter(({ path }) => path.includes('2026-11-')).map(({ body }) => (body as { showFull?: boolean }).showFull)
    expect(bodies).toEqual([true, undefined])
  })

  it('links to the catalogue: the agenda of the day', async () => {
    startOperator()
    show()
    const link = (await find('.footer a', 'See everything we offer')) as HTMLAnchorElement
    expect(link.href).toBe(`${location.origin}/widgets/tripBuilder?language=en&defaultView=agenda&date=${TODAY}`)
  })

  it('has the language selector hidden where the address names a language', async () => {
    startOperator()
    show('language=de')
    expect(await find('.picker')).toMatchObject({ hidden: true })
    show('', { language: null })
    await vi.waitFor(() => expect(all('.picker').map((one) => one.hidden)).toEqual([true, false]))
  })
})

describe('the arrows', () => {
  const isDisabled = (name: string, expected: boolean): Promise<void> =>
    vi.waitFor(() => expect(document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)!.disabled).toBe(expected))

  it('the previous month is disabled when the month start is not after now', async () => {
    startOperator()
    show()
    await isDisabled('Previous month', true)
    await click('button', 'Next month')
    await isDisabled('Previous month', false)
    await isDisabled('Next month', false)
  })

  it('the previous day is disabled unless the selected date is after today', async () => {
    startOperator()
    show()
    await isDisabled('Previous day', true)
    await click('button', 'Next day')
    await find('.chosen-day', 'Wednesday, November 11, 2026')
    await isDisabled('Previous day', false)
    await click('button', 'Previous day')
    await isDisabled('Previous day', true)
  })
})

describe('a day', () => {
  const offer = (count: number) => ({ [DAY]: [12, 13, 14, 15].slice(0, count).map((id) => open(id)) })
  const shops = (): string[] => texts(`[data-date="${DAY}"] .shop`)

  it.each<[number, string[]]>([
    [1, ['Tour 12']],
    [3, ['Tour 12', 'Tour 13', 'Tour 14']],
    [4, ['Shop 4 tours']],
  ])('with %i experiences has its buttons', async (count, expected) => {
    startOperator({ answers: answering(offer(count)) })
    show()
    await ready()
    expect(shops()).toEqual(expected)
  })

  it('says Choose with a preselected experience', async () => {
    startOperator({ answers: answering(offer(1)) })
    show('experience=12')
    await ready()
    expect(shops()).toEqual(['Choose'])
  })

  it('has no buttons in compact format', async () => {
    startOperator({ answers: answering(offer(3)) })
    show('display=compact')
    await ready()
    expect(all('.shop')).toEqual([])
  })

  it('has number and price; a past one has neither price nor buttons', async () => {
    startOperator({ answers: answering({ [DAY]: [priced(12)], '2026-11-09': [priced(12)] }) })
    show()
    await ready()
    expect(day(DAY).querySelector('.day-number')!.textContent).toBe('20')
    expect(day(DAY).querySelector('.price')!.textContent).toBe('$53')
    expect(day('2026-11-09').querySelectorAll('.price, .shop')).toHaveLength(0)
  })

  it('has no price where the operator shows none', async () => {
    const { calls } = startOperator({ answers: answering({ [DAY]: [priced(12)] }), properties: { is_show_prices_on_calendar: false } })
    show()
    await ready()
    expect(all('.price')).toEqual([])
    expect(calls.find(({ path }) => path.includes('getInDateRange'))!.body).toMatchObject({ showPrices: false })
  })

  it('does nothing without experiences, when none is preselected', async () => {
    startOperator({ answers: answering(offer(1)) })
    show()
    await ready()
    day('2026-11-21').click()
    press('Enter', day('2026-11-21'))
    expect(all('.day.selected')).toEqual([])
    day(DAY).click()
    await find('.day.selected')
  })
})
