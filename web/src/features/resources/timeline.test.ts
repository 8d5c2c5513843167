import { expect, it } from 'vitest'
import { ApiError } from '@/api/client'
import type { ResourceUse, TimelineRow } from '@/api/models'
import { axisOf, bufferShare, mostUnits, movedUse, refusalOf, shiftOf, spanOf } from './timeline'

const zone = 'America/New_York'
const made = (start_at: string, end_at: string, units = 1) => ({ start_at, end_at, units }) as ResourceUse
const morning = made('2026-07-01T13:00:00Z', '2026-07-01T15:00:00Z')

it('takes a resource for a use and the buffer after it', () => {
  expect(spanOf({ use: morning, buffer: 30 }, zone, '2026-07-01')).toEqual([540, 690])
  expect(bufferShare({ use: morning, buffer: 30 })).toBeCloseTo(0.2)
})

it('shows the hours that matter on a day, whole days in a week', () => {
  const rows = [
    { buffer_minutes: 90, assignments: [made('2026-07-01T20:00:00Z', '2026-07-01T22:00:00Z')] },
  ] as TimelineRow[]
  expect(axisOf('day', ['2026-07-01'], rows, zone)).toMatchObject({ from: 480, to: 1200 })
  expect(axisOf('week', ['2026-07-01', '2026-07-02'], rows, zone)).toMatchObject({ from: 0, to: 2880 })
})

it('moves by quarters of an hour, in a week by days', () => {
  expect([shiftOf(100, 1.5, 'day'), shiftOf(9, 1.5, 'day'), shiftOf(-30, 2, 'day')]).toEqual([60, 0, -15])
  expect([shiftOf(200, 0.11, 'week'), shiftOf(50, 0.11, 'week')]).toEqual([1440, 0])
})

it('keeps the clock time over a change of the clock, and the length', () => {
  const late = made('2026-10-31T13:00:00Z', '2026-10-31T15:00:00Z')
  expect(movedUse(late, 1440, zone, '2026-10-31')).toEqual({
    start_at: '2026-11-01T14:00:00.000Z',
    end_at: '2026-11-01T16:00:00.000Z',
  })
  expect(movedUse(late, 0, zone, '2026-10-31').start_at).toBe(late.start_at)
})

it('knows what only a blackout forbids', () => {
  const refusal = (detail: object) =>
    new ApiError(409, { code: 'resource_unavailable', message: 'Orca is blacked out.', detail: detail as never })
  expect(refusalOf(refusal({ can_force: true }))).toEqual({ text: 'Orca is blacked out.', canForce: true })
  expect(refusalOf(refusal({ can_force: false }))?.canForce).toBe(false)
  expect(refusalOf(new Error('no'))).toBeNull()
})

it('counts what is taken at once, not over the day', () => {
  expect(mostUnits([morning, made('2026-07-01T15:00:00Z', '2026-07-01T16:00:00Z', 4)])).toBe(4)
  expect(mostUnits([morning, made('2026-07-01T14:00:00Z', '2026-07-01T16:00:00Z', 4)])).toBe(5)
  expect(mostUnits([])).toBe(0)
})
