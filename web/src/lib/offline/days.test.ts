import { beforeEach, expect, it } from 'vitest'
import { allKept, emptyStore } from './database'
import { keepDay, keptDay } from './days'

const now = Date.parse('2026-11-20T08:00:00Z')
const hour = 3600_000
const day = (date: string, valid_until: string) => ({ date, valid_until })

beforeEach(() => Promise.all([emptyStore('days'), emptyStore('session')]))

it('gives a day back to the person it was kept for, with when that was', async () => {
  const kept = day('2026-11-20', '2026-11-22T08:00:00Z')
  await keepDay(1, kept, now)
  expect(await keptDay(1, '2026-11-20', now + hour)).toMatchObject({ day: kept, keptAt: '2026-11-20T08:00:00.000Z' })
  expect(await keptDay(2, '2026-11-20', now + hour)).toBeNull()
  expect(await keptDay(1, '2026-11-21', now + hour)).toBeNull()
})

it('knows of a day that did not change when that was seen', async () => {
  const kept = day('2026-11-20', '2026-11-22T08:00:00Z')
  await keepDay(1, kept, now)
  await keepDay(1, kept, now + hour)
  expect(await keptDay(1, '2026-11-20', now + hour)).toMatchObject({ day: kept, keptAt: '2026-11-20T09:00:00.000Z' })
  expect(await allKept('session')).toEqual(['2026-11-20T09:00:00.000Z'])
  await keepDay(1, { ...kept }, now + 2 * hour)
  expect(await keptDay(1, '2026-11-20', now + hour)).toMatchObject({ keptAt: '2026-11-20T10:00:00.000Z' })
  // With the day goes when it was seen.
  await keepDay(1, day('2026-11-23', '2026-11-25T08:00:00Z'), now + 49 * hour)
  expect(await allKept('session')).toEqual([])
})

it('keeps no day beyond its time', async () => {
  await keepDay(1, day('2026-11-20', '2026-11-22T08:00:00Z'), now)
  expect(await keptDay(1, '2026-11-20', now + 49 * hour)).toBeNull()
  await keepDay(1, day('2026-11-23', '2026-11-25T08:00:00Z'), now + 49 * hour)
  expect(await keptDay(1, '2026-11-20', now)).toBeNull()
})
