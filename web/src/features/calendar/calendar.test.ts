import { expect, it } from 'vitest'
import { filterCount, noFilters, readAddress, writeAddress } from './address'
import { compactTime, daysOf, monthAfter, monthDays, stepped, titleOf, weekOf, weeksOf } from './days'
import { groupsOf, idOf, keyOf } from './groups'
import {
  byDay,
  departuresOf,
  earliest,
  filtered,
  signsOf,
  spanOf,
  stateOf,
  totalsOf,
  type CalendarData,
  type Slot,
} from './model'
import { canMove, crewAfter, moved, moveOf, resourceTargets, withBefore, withSlot } from './moving'

const slot = (given: Partial<Slot> = {}): Slot => ({
  id: 1,
  experience_id: 1,
  date: '2026-07-10',
  start_time: '09:00',
  minutes: 120,
  is_flex: false,
  status: 'open',
  is_day_closed: false,
  capacity: 10,
  booked_pax_cnt: 4,
  held_pax_cnt: 0,
  needs_resources: false,
  is_blacked_out: false,
  is_conflict_accepted: false,
  note: '',
  version: 1,
  guides: [{ id: 7, role: 'lead' }],
  order_guide_ids: [],
  resource_ids: [],
  ...given,
})

const tour = (id: number, given = {}) => ({
  id,
  name: `Tour ${id}`,
  color: '#123456',
  status: 'live',
  location_id: null,
  category_ids: [] as number[],
  min_pax_to_run: null,
  ...given,
})

const resource = (id: number, group_id: number, status = 'active') => ({
  id, name: `Boat ${id}`, code: null, group_id, group_name: `Group ${group_id}`, capacity: 8, status, color: '#333333',
  priority: 0, buffer_minutes: 0, location_id: null,
}) // prettier-ignore

const data = (timeslots: Slot[], given: Partial<CalendarData> = {}): CalendarData => ({
  first: '2026-07-01',
  last: '2026-07-31',
  experiences: [tour(1), tour(2, { category_ids: [5], location_id: 3 })],
  categories: [],
  locations: [],
  guides: [
    { id: 7, name: 'Ida', color: '#111111' },
    { id: 8, name: 'Jon', color: '#222222' },
  ],
  resources: [resource(20, 2), resource(21, 2), resource(30, 3), resource(22, 2, 'retired')],
  blackouts: [],
  timeslots,
  ...given,
})

const today = '2026-07-10'
const drawn = (...slots: Slot[]) => departuresOf(data(slots), today)
const ids = (list: { slot: Slot }[]) => list.map((one) => one.slot.id)

it('carries view, date, grouping and filters in the address', () => {
  const asked = {
    view: 'week' as const,
    date: '2026-07-10',
    by: 'guide' as const,
    filters: { ...noFilters, guide: [0, 7], status: ['open' as const], isFlagged: true },
  }
  const query = writeAddress(asked)
  expect(query).toBe('view=week&date=2026-07-10&by=guide&guide=0,7&status=open&flagged=1')
  expect(readAddress(new URLSearchParams(query))).toEqual(asked)
  expect(filterCount(asked.filters)).toBe(3)
  const broken = readAddress(new URLSearchParams('view=year&date=2026-02-30&by=x&guide=a,,1e3&status=gone'))
  expect(broken).toEqual({ view: 'month', date: null, by: null, filters: noFilters })
  expect(writeAddress(broken)).toBe('')
})

it('shows a month in whole weeks from the operator’s first weekday on', () => {
  const month = daysOf('month', '2026-07-10', 1)
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-06-29', '2026-08-02', 35])
  expect(daysOf('month', '2026-08-15', 0)).toHaveLength(42)
  expect(daysOf('month', '2026-02-10', 0)).toHaveLength(28)
  expect(weeksOf(month)).toHaveLength(5)
  expect(weekOf('2026-07-12', 0)).toBe('2026-07-12')
  expect(weekOf('2026-07-12', 1)).toBe('2026-07-06')
  expect(daysOf('week', '2026-07-12', 1)[0]).toBe('2026-07-06')
  expect(monthDays('2026-02-10')).toHaveLength(28)
})

it('steps by what is shown', () => {
  expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(stepped('month', '2026-01-31', -1)).toBe('2025-12-01')
  expect(stepped('week', '2026-01-31', 1)).toBe('2026-02-07')
  expect(stepped('day', '2026-03-01', -1)).toBe('2026-02-28')
  expect(monthAfter('2026-12-24', 2)).toBe('2027-02-01')
})

it('names what is shown', () => {
  expect(titleOf('month', '2026-07-10', 1, 'en-GB')).toBe('July 2026')
  expect(titleOf('week', '2026-07-10', 1, 'de')).toMatch(/6\..*12\. Juli 2026/)
  expect(compactTime('09:00', 'en-US')).toBe('9am')
  expect(compactTime('18:15', 'en-US')).toBe('6:15pm')
  expect(compactTime('18:15', 'de')).toBe('18:15')
})

it('says what somebody has to look after', () => {
  const about = { hasGuides: true, today }
  expect(signsOf(slot(), about)).toEqual([])
  const bad = slot({ booked_pax_cnt: 11, guides: [], needs_resources: true, is_blacked_out: true })
  expect(signsOf(bad, about)).toEqual(['overbooked', 'no_guide', 'no_resource', 'blackout'])
  expect(signsOf(slot({ guides: [], order_guide_ids: [8] }), about)).toEqual([])
  expect(signsOf(slot({ guides: [], booked_pax_cnt: 0 }), about)).toEqual([])
  expect(signsOf(slot({ guides: [] }), { hasGuides: false, today })).toEqual([])
  expect(signsOf({ ...bad, date: '2026-07-09' }, about)).toEqual([])
  expect(signsOf({ ...bad, status: 'cancelled' }, about)).toEqual([])
  expect([stateOf(slot()), stateOf(slot({ is_day_closed: true }))]).toEqual(['open', 'closed'])
})

it('narrows by every filter at once, and by any value inside one', () => {
  const all = drawn(
    slot(),
    slot({ id: 2, experience_id: 2, guides: [], resource_ids: [20] }),
    slot({ id: 3, status: 'cancelled' }),
  )
  const by = (part: object) => ids(filtered(all, { ...noFilters, ...part }))
  expect(by({})).toEqual([1, 2, 3])
  expect(by({ experience: [1, 2], category: [5] })).toEqual([2])
  expect(by({ location: [3] })).toEqual([2])
  expect(by({ guide: [0] })).toEqual([2])
  expect(by({ guide: [0, 7] })).toEqual([1, 2, 3])
  expect(by({ resource: [20] })).toEqual([2])
  expect(by({ status: ['cancelled'] })).toEqual([3])
  expect(by({ isFlagged: true })).toEqual([2])
})

it('counts a day without what is cancelled', () => {
  const all = drawn(
    slot({ id: 1, booked_pax_cnt: 0 }),
    slot({ id: 2 }),
    slot({ id: 3, guides: [] }),
    slot({ id: 4, status: 'cancelled' }),
  )
  expect(totalsOf(all)).toEqual({ departures: 3, pax: 8, flagged: 1 })
  expect(byDay(all).get('2026-07-10')).toHaveLength(4)
  expect(spanOf(drawn(slot({ date: '2026-07-09', start_time: '22:00' }))[0]!, '2026-07-10')).toEqual([-120, 0])
})

it('shows of a full day its earliest, whatever they have sold', () => {
  const at = (id: number, hour: number, part: object = {}) =>
    slot({ id, start_time: `${String(hour).padStart(2, '0')}:00`, booked_pax_cnt: 0, ...part })
  const all = drawn(
    at(1, 17, { booked_pax_cnt: 9 }),
    at(2, 9),
    at(3, 13, { guides: [] }),
    at(4, 8, { status: 'cancelled' }),
  )
  expect(ids(earliest(all, 3))).toEqual([4, 2, 3])
  expect(ids(earliest(all, 9))).toEqual([4, 2, 3, 1])
})

it('has a row for everybody, and one for what nobody has', () => {
  const found = data([
    slot(),
    slot({ id: 2, guides: [], order_guide_ids: [8] }),
    slot({ id: 3, guides: [], needs_resources: true }),
    slot({ id: 4, guides: [], status: 'cancelled' }),
    slot({ id: 5, needs_resources: true, resource_ids: [22] }),
    slot({ id: 6, needs_resources: true, booked_pax_cnt: 0 }),
  ])
  const rows = (by: 'guide' | 'resource' | 'experience') =>
    groupsOf(found, departuresOf(found, today), by, 'None').map((row) => [row.key, ids(row.items)])
  expect(rows('guide')).toEqual([
    ['guide:none', [3]],
    ['guide:7', [1, 5, 6]],
    ['guide:8', [2]],
  ])
  expect(rows('resource')).toEqual([
    ['resource:none', [3]],
    ['resource:20', []],
    ['resource:21', []],
    ['resource:30', []],
    ['resource:22', [5]],
  ])
  expect(rows('experience')).toEqual([['experience:1', [1, 2, 3, 4, 5, 6]]])
  const some = groupsOf(found, departuresOf(found, today), 'resource', 'None', [30])
  expect(some.map((row) => row.key)).toEqual(['resource:none', 'resource:30', 'resource:22'])
  expect([idOf(keyOf('guide', 7)), idOf(keyOf('guide', null))]).toEqual([7, null])
})

it('hands the role on, or adds an assistant', () => {
  const two = slot({
    guides: [
      { id: 7, role: 'lead' },
      { id: 8, role: 'driver' },
    ],
  })
  expect(crewAfter(two, 8, 9)).toEqual([
    { id: 7, role: 'lead' },
    { id: 9, role: 'driver' },
  ])
  expect(crewAfter(two, 8, null)).toEqual([{ id: 7, role: 'lead' }])
  expect(crewAfter(two, 8, 7)).toEqual([{ id: 7, role: 'lead' }])
  expect(crewAfter(slot(), null, 9)).toEqual([
    { id: 7, role: 'lead' },
    { id: 9, role: 'assistant' },
  ])
  expect(crewAfter(slot({ guides: [] }), null, 9)).toEqual([{ id: 9, role: 'lead' }])
})

it('moves only what can be moved', () => {
  expect(canMove('guide', slot(), 7, 8)).toBe(true)
  expect(canMove('guide', slot(), 7, 7)).toBe(false)
  expect(canMove('guide', slot({ guides: [], order_guide_ids: [8] }), 8, 7)).toBe(false)
  expect(canMove('guide', slot({ status: 'cancelled' }), 7, 8)).toBe(false)
  expect(canMove('resource', slot({ resource_ids: [20, 21] }), 20, 21)).toBe(false)
  expect(canMove('resource', slot({ resource_ids: [20] }), 20, null)).toBe(true)
  expect(canMove('resource', slot({ resource_ids: [20], booked_pax_cnt: 0 }), 20, null)).toBe(false)
  const [departure] = drawn(slot({ resource_ids: [20] }))
  const names = (from: number | null) => resourceTargets(data([]), departure!, from).map((one) => one.id)
  expect([names(20), names(null)]).toEqual([[20, 21], [20, 21, 30]]) // prettier-ignore
})

it('shows a move before the server has answered, and takes it back', () => {
  const before = slot({ resource_ids: [20] })
  const all = data([before, slot({ id: 2 })])
  const after = withSlot(all, moved(moveOf('resource', before, 20, 21)))
  expect(after.timeslots[0]?.resource_ids).toEqual([21])
  expect(after.timeslots[1]).toBe(all.timeslots[1])
  expect(withSlot(all, slot({ id: 9 }))).toBe(all)
  const now = { ...after.timeslots[0]!, booked_pax_cnt: 5 }
  expect(withBefore(now, before)).toMatchObject({ booked_pax_cnt: 5, resource_ids: [20] })
})
