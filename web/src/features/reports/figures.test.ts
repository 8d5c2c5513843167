import { describe, expect, it } from 'vitest'
import { toAnswer, type RawAnswer, type ReportGroup } from './adapter'
import { drawn } from './chart'
import { deltaOf } from './deltas'
import { endingAt, inOrder, within } from './order'
import { catalogFor, reportOf, type ReportFacts } from './registry'

const facts = (slug: string) => reportOf(slug) as ReportFacts
const meta = { next_cursor: null, total: 1, is_total_exact: true, export_id: null }
const trip = { id: 5, hash: 'abc', confirmation_code: 'OUT-5', contact_name: 'Ada' }

describe('how a figure compares', () => {
  it.each([
    [150, 100, { way: 'more', by: 50, share: 0.5 }],
    [50, 100, { way: 'less', by: -50, share: -0.5 }],
    [-50, -100, { way: 'more', by: 50, share: 0.5 }],
    [7, 7, { way: 'same', by: 0, share: 0 }],
    [7, 0, { way: 'more', by: 7, share: null }],
  ])('%d after %d', (now, before, delta) => expect(deltaOf(now, before)).toEqual({ ...delta, before }))
  it('is not said of what is not known', () => {
    expect(deltaOf(null, 3)).toBeNull()
    expect(deltaOf(3, undefined)).toBeNull()
  })
})

describe('any report in one shape', () => {
  const columns = (...keys: string[]) => keys.map((key) => ({ key, label: key, type: 'text' }))
  const none = { totals: {}, comparison: null, meta }
  it('has cells for rows that are objects, and the trip of each', () => {
    const raw: RawAnswer = {
      ...none,
      columns: columns('trip', 'collected_by', 'amount', 'overdue'),
      data: [{ id: 9, trip, collected_by: { id: 2, name: 'Bo' }, amount: 100, is_overdue: false }],
      groups: [],
    }
    const [row] = toAnswer(facts('payments'), raw).rows
    expect(row).toEqual({ id: 9, trip, cells: { trip: 'OUT-5', collected_by: 'Bo', amount: 100, overdue: false } })
  })

  it('has groups that lead to their rows', () => {
    const filters = [{ field: 'received_at', op: 'between', value: ['2026-11-28', '2026-11-28'] }]
    const by = [{ key: 'day', value: '2026-11-28', label: null }]
    const one = { by, currency: 'USD', sums: { net_amount: 500 }, before: { net_amount: 400 }, filters }
    const raw: RawAnswer = { ...none, columns: columns('day', 'net_amount'), data: [], groups: [one] }
    expect(toAnswer(facts('paymentsGrouped'), raw).groups).toEqual([one])
  })

  it('does not lead where there is no way', () => {
    const one = { by: [{ key: 'moon', value: 1, label: null }], currency: '', sums: {}, before: null, filters: [] }
    const raw: RawAnswer = { ...none, columns: columns('moon'), data: [], groups: [one] }
    expect(toAnswer(facts('payments'), raw).groups[0]?.filters).toBeNull()
  })
})

const group = (by: (string | null)[], cnt: number, before: number | null = null, currency = 'USD'): ReportGroup => ({
  by: by.map((value, place) => ({ key: `key${place}`, value, label: null })),
  currency,
  sums: { cnt },
  before: before === null ? null : { cnt: before },
  filters: [],
})
const names = (groups: ReportGroup[]) => groups.map((one) => one.by.map(({ value }) => value).join('/'))

describe('the order of groups', () => {
  it('is by a figure or a name, what has none last', () => {
    const groups = [group(['b'], 1), group([null], 3), group(['a'], 2)]
    expect(names(inOrder(groups, '-cnt'))).toEqual(['', 'a', 'b'])
    expect(names(inOrder(groups, 'key0'))).toEqual(['a', 'b', ''])
    expect(names(inOrder(groups, '-key0'))).toEqual(['b', 'a', ''])
  })
  it('keeps together what shares its first thing', () => {
    const groups = [group(['a', 'x'], 3), group(['b', 'x'], 2), group(['a', 'y'], 1)]
    expect(names(within(groups, 2))).toEqual(['a/x', 'a/y', 'b/x'])
  })
})

describe('subtotals', () => {
  const groups = [
    group(['a', 'x'], 3),
    group(['a', 'y'], 1),
    group(['a', 'y'], 1, null, 'EUR'),
    group(['b', 'x'], 2),
    group([null, 'x'], 2),
    group([null, 'y'], 2),
  ]
  const ends = groups.map((_, index) => endingAt(groups, index, 1).map(({ by, currency }) => [by[0]?.value, currency]))
  it('stand behind the last row of what shares a thing, for each currency of several rows', () => {
    expect(ends[2]).toEqual([['a', 'USD']])
    expect(ends[5]).toEqual([[null, 'USD']])
  })
  it('stand nowhere else, nor behind a single row', () => {
    expect([ends[0], ends[1], ends[3], ends[4]]).toEqual([[], [], [], []])
  })
})

describe('a chart of groups', () => {
  const wanted = {
    currency: 'USD',
    measure: 'cnt',
    isTime: false,
    name: (part: { value: unknown }) => String(part.value),
    others: 'Others',
  }
  it('adds up what shares its first thing, and leaves other currencies alone', () => {
    const picture = drawn([group(['a', 'x'], 3, 1), group(['a', 'y'], 2, 1), group(['a', 'x'], 9, 9, 'EUR')], wanted)
    expect(picture).toEqual({ labels: ['a'], values: [5], before: [2] })
  })
  it('has one bar for all that have none', () => {
    const groups = Array.from({ length: 20 }, (_, index) => group([String(index)], index + 1))
    const picture = drawn(groups, wanted)
    expect(picture.labels).toHaveLength(14)
    expect(picture.labels.at(-1)).toBe('Others')
    expect(picture.values.reduce((sum, one) => sum + one, 0)).toBe(210)
  })
})

describe('the catalog', () => {
  const slugs = (permissions: string[]) => catalogFor(permissions).flatMap((one) => one.slugs)
  it('has what a reader may open, and nothing else', () => {
    expect(slugs(['report.view'])).toContain('trips')
    expect(slugs(['report.view'])).not.toContain('payments')
    expect(slugs(['report.view', 'report.finance'])).toContain('payments')
    expect(slugs(['trip.view'])).toEqual([])
  })
  it('has every report once', () => {
    const all = slugs(['*'])
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(10)
  })
})
