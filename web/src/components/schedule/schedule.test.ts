import { expect, it } from 'vitest'
import { dayAt, dayAxis, daysAxis, instantAt, localMinutes, minutesOf, placeOf, ticksOf, timeOf } from './axis'
import { packLanes } from './lanes'

const zone = 'Europe/Berlin'

it('reckons in clock time, also over a change of the clock', () => {
  expect(localMinutes('2026-07-01T07:30:00Z', zone, '2026-07-01')).toBe(9 * 60 + 30)
  expect(localMinutes('2026-03-29T07:00:00Z', zone, '2026-03-28')).toBe(1440 + 9 * 60)
  expect(localMinutes('2026-03-27T23:00:00Z', zone, '2026-03-28')).toBe(0)
})

it('finds the instant of a clock time on both sides of a change', () => {
  for (const [minutes, instant] of [
    [9 * 60, '2026-03-28T08:00:00.000Z'],
    [1440 + 60, '2026-03-29T00:00:00.000Z'],
    [1440 + 3 * 60, '2026-03-29T01:00:00.000Z'],
    [1440 + 9 * 60, '2026-03-29T07:00:00.000Z'],
  ] as const) {
    expect(instantAt(minutes, zone, '2026-03-28')).toBe(instant)
    expect(localMinutes(instant, zone, '2026-03-28')).toBe(minutes)
  }
  expect(instantAt(0, 'Pacific/Auckland', '2026-11-22')).toBe('2026-11-21T11:00:00.000Z')
})

it('writes clock times', () => {
  expect(minutesOf('09:05')).toBe(545)
  expect([timeOf(545), timeOf(1440 + 60), timeOf(-30)]).toEqual(['09:05', '01:00', '23:30'])
})

it('shows the hours that matter', () => {
  expect(dayAxis('2026-07-01', [])).toMatchObject({ from: 480, to: 1020 })
  expect(dayAxis('2026-07-01', [[375, 400], [1100, 1210]])).toMatchObject({ from: 360, to: 1260 }) // prettier-ignore
  expect(dayAxis('2026-07-01', [[-60, 3000]])).toMatchObject({ from: 0, to: 1440 })
  expect(ticksOf(dayAxis('2026-07-01', []))).toEqual([480, 540, 600, 660, 720, 780, 840, 900, 960])
  expect(ticksOf(daysAxis('2026-07-01', 3))).toEqual([0, 1440, 2880])
  expect(dayAt(daysAxis('2026-07-30', 4), 2 * 1440 + 5)).toBe('2026-08-01')
})

it('places what reaches over an edge, and nothing that lies outside', () => {
  const axis = { firstDay: '2026-07-01', from: 480, to: 1080, step: 60, width: 1 }
  expect(placeOf(axis, [540, 600])).toEqual({ from: 0.1, share: 0.1, isCutBefore: false, isCutAfter: false })
  expect(placeOf(axis, [420, 1200])).toEqual({ from: 0, share: 1, isCutBefore: true, isCutAfter: true })
  expect(placeOf(axis, [420, 480])).toBeNull()
  expect(placeOf(axis, [1080, 1100])).toBeNull()
})

it('puts overlapping spans into lanes of their own', () => {
  const spans = [[60, 120], [90, 150], [120, 180]] as const // prettier-ignore
  const { laid, lanes } = packLanes(spans, (span) => span)
  expect([lanes, laid.map((one) => one.lane)]).toEqual([2, [0, 1, 0]])
  expect(packLanes(spans, (span) => span, 90).laid.map((one) => one.lane)).toEqual([0, 1, 2])
  expect(packLanes([], () => [0, 1] as const).lanes).toBe(1)
})
