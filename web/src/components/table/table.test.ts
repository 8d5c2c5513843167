import { describe, expect, it } from 'vitest'
import { secondsLeft } from '../job-words'
import { readAddress, writeAddress } from './address'
import { listParams } from './api'
import { presetOf, presets } from './filter-words'
import {
  differs,
  gridTemplate,
  nextSort,
  nothing,
  shownColumns,
  toggled,
  withRange,
  type TableColumn,
  type ViewState,
} from './model'
import { groupCondition, interleave } from './use-rows'
import { spanOf } from './use-window'

const view: ViewState = { columns: [{ key: 'a' }, { key: 'b' }], filters: [], sort: 'a', groupBy: '' }
const column = (key: string, isExtra = false): TableColumn<object> => ({ key, label: key, isExtra, cell: () => null })

describe('the address', () => {
  const asked = {
    view: '7',
    search: 'ana',
    columns: [{ key: 'a', width: 90 }, { key: 'b' }],
    filters: [{ field: 'status', op: 'in', value: ['draft'] }],
    sort: '-a',
    groupBy: 'b',
  }
  it('comes back as it was written', () => {
    expect(readAddress(new URLSearchParams(writeAddress(new URLSearchParams(), asked)))).toEqual(asked)
  })
  it('keeps what belongs to the page and drops what the view says', () => {
    const text = writeAddress(new URLSearchParams('tab=x&sort=a&q=old'), { view: null, search: '' })
    expect(text).toBe('tab=x')
  })
  it('tells "no filters" from "the filters of the view"', () => {
    expect(readAddress(new URLSearchParams('filters=[]')).filters).toEqual([])
    expect(readAddress(new URLSearchParams('')).filters).toBeUndefined()
  })
  it.each(['{', '1', 'null', '%'])('takes broken filters for none: %s', (text) => {
    expect(readAddress(new URLSearchParams({ filters: text })).filters).toBeUndefined()
  })
})

describe('a view', () => {
  it('differs by what it shows, not by how that is spelt', () => {
    expect(differs({ ...view, columns: [{ key: 'a', width: undefined }, { key: 'b' }] }, view)).toBe(false)
    expect(differs({ ...view, columns: [{ key: 'b' }, { key: 'a' }] }, view)).toBe(true)
    expect(differs({ ...view, sort: '-a' }, view)).toBe(true)
  })
  it('opens without columns that are gone, and never with none', () => {
    const columns = [column('a'), column('b'), column('c', true)]
    expect(shownColumns(columns, [{ key: 'c', width: 80 }, { key: 'gone' }])).toMatchObject([{ key: 'c', width: 80 }])
    expect(shownColumns(columns, [{ key: 'gone' }]).map((one) => one.key)).toEqual(['a', 'b'])
  })
  it('leaves room for a heading, unless somebody chose a width', () => {
    const narrow = ['Buchungen', '予約', 'Trips'].map((label) => ({ ...column(label), label, width: 76 }))
    expect(shownColumns(narrow, []).map((one) => one.width)).toEqual([106, 76, 76])
    expect(shownColumns(narrow, [{ key: 'Buchungen', width: 60 }])).toMatchObject([{ width: 60 }])
  })
  it('sorts up, then down, then up', () => {
    expect([nextSort('', 'a'), nextSort('a', 'a'), nextSort('-a', 'a')]).toEqual(['a', '-a', 'a'])
  })
  it('gives every column its least width and shares out the rest', () => {
    expect(gridTemplate([100, 50], true)).toBe('44px minmax(100px, 100fr) minmax(50px, 50fr)')
  })
})

describe('choosing rows', () => {
  it('adds, takes away and spans in both directions', () => {
    const one = toggled(nothing, 3)
    expect([...one.ids]).toEqual([3])
    expect(toggled(one, 3).ids.size).toBe(0)
    expect([...withRange(one, [1, 2, 3, 4], 3, 1).ids].sort()).toEqual([2, 3, 4])
  })
  it('is no longer everything once one is taken out', () => {
    expect(toggled({ all: true, ids: new Set() }, 1).all).toBe(false)
  })
})

describe('the rows drawn', () => {
  it('are those in sight and some beyond, never outside the list', () => {
    expect(spanOf(0, 400, 40, 50_000)).toEqual({ start: 0, end: 24 })
    expect(spanOf(40_000, 400, 40, 50_000)).toEqual({ start: 984, end: 1024 })
    expect(spanOf(99_999, 400, 40, 10)).toEqual({ start: 10, end: 10 })
    expect(spanOf(0, 400, 40, 0)).toEqual({ start: 0, end: 0 })
  })
  it('stand below the head of their group', () => {
    const groups = [
      { value: 'x', label: null, cnt: 2 },
      { value: null, label: null, cnt: 1 },
    ]
    expect(interleave(groups, 'x', ['r']).map((item) => ('row' in item ? item.row : item.isOpen))).toEqual([
      true,
      'r',
      false,
    ])
    expect(interleave(groups, undefined, ['r'])).toHaveLength(2)
  })
  it('of a group without value are asked for as empty', () => {
    expect(groupCondition('a', null)).toEqual({ field: 'a', op: 'empty', value: null })
    expect(groupCondition('a', false)).toEqual({ field: 'a', op: 'eq', value: false })
  })
})

describe('what is asked', () => {
  it('leaves out what is empty', () => {
    expect(listParams({ search: '', sort: '', filters: [], groupBy: '' })).toEqual({})
    expect(listParams({ search: 'x', sort: '-a', filters: [], groupBy: 'b' })).toEqual({
      search: 'x',
      sort: '-a',
      group_by: 'b',
    })
  })
  it('knows a span of days that moves with the calendar', () => {
    expect(presetOf({ field: 'at', op: 'between', value: [...presets.next7] })).toBe('next7')
    expect(presetOf({ field: 'at', op: 'between', value: ['2026-01-01', null] })).toBeUndefined()
    expect(presetOf({ field: 'at', op: 'eq', value: 'today' })).toBeUndefined()
  })
})

describe('long work', () => {
  const job = { done_cnt: 20, failed_cnt: 5, total_cnt: 100, started_at: '2026-01-01T00:00:00Z' }
  const after = (seconds: number) => Date.parse('2026-01-01T00:00:00Z') + seconds * 1000
  it('says what is left from what was done', () => {
    expect(secondsLeft(job, after(10))).toBe(30)
  })
  it('says nothing before anybody can tell', () => {
    expect(secondsLeft(job, after(1))).toBeNull()
    expect(secondsLeft({ ...job, done_cnt: 0, failed_cnt: 0 }, after(10))).toBeNull()
    expect(secondsLeft({ ...job, total_cnt: null }, after(10))).toBeNull()
  })
})
