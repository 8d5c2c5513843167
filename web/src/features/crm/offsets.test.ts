import { describe, expect, it } from 'vitest'
import { inGivenOrder, inOrder, minutesOf, offsetOf, triggers } from './offsets'

it.each([
  [0, 0, 'minutes'],
  [45, 45, 'minutes'],
  [60, 1, 'hours'],
  [90, 90, 'minutes'],
  [1440, 24, 'hours'],
  [2160, 36, 'hours'],
  [2880, 2, 'days'],
  [4320, 3, 'days'],
  [10_080, 7, 'days'],
])('%i minutes are %i %s', (minutes, count, unit) => {
  expect(offsetOf(minutes)).toEqual({ count, unit })
  expect(minutesOf(offsetOf(minutes))).toBe(minutes)
})

it('takes nothing below zero and no parts of a minute', () => {
  expect(minutesOf({ count: -3, unit: 'days' })).toBe(0)
  expect(minutesOf({ count: 1.4, unit: 'hours' })).toBe(60)
})

it('puts what is sent in the order in which a guest meets it', () => {
  const one = (trigger: (typeof triggers)[number], offset_minutes: number, position = 0) => ({
    trigger,
    offset_minutes,
    position,
  })
  const wanted = [
    one('draft_idle', 60),
    one('reserved', 0),
    one('balance_due', 10_080),
    one('balance_due', 2880),
    one('before_start', 1440),
    one('before_start', 240, 1),
    one('before_start', 240, 2),
    one('after_end', 1440),
    one('after_end', 4320),
  ]
  expect(inOrder([...wanted].reverse())).toEqual(wanted)
})

describe('the order people give', () => {
  const one = (id: number, position: number, offset_minutes = 60) => ({
    id,
    trigger: 'before_start' as const,
    position,
    offset_minutes,
  })
  const ids = (list: { id: number }[]) => list.map(({ id }) => id)

  it('is that of the positions, and of time among equals', () => {
    expect(ids(inGivenOrder([one(1, 2), one(2, 1), one(3, 2, 1440)]))).toEqual([2, 3, 1])
  })

  it('shows as chosen while it is being kept', () => {
    expect(ids(inGivenOrder([one(1, 1), one(2, 2)], [2, 1]))).toEqual([2, 1])
  })
})
