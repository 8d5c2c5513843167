import { expect, it } from 'vitest'
import { ApiError } from '@/api/client'
import type { GuideLoad } from '@/api/models'
import { conflictsOf, crewOf, hoursOf, isSameCrew, loadState, toggled } from './model'

it('takes over who has the whole departure, not who has one order of it', () => {
  const guides = [
    { id: 1, role: 'driver', is_assigned: true },
    { id: 2, role: null, is_assigned: true },
    { id: 3, role: null, is_assigned: false },
  ] as GuideLoad[]
  expect(crewOf(guides)).toEqual([{ id: 1, role: 'driver' }])
})

it('lets the first one lead and those after assist', () => {
  const one = toggled([], 4)
  const two = toggled(one, 5)
  expect(two).toEqual([
    { id: 4, role: 'lead' },
    { id: 5, role: 'assistant' },
  ])
  expect(toggled(two, 4)).toEqual([{ id: 5, role: 'assistant' }])
  expect(isSameCrew(two, [...two].reverse())).toBe(true)
  expect(isSameCrew(two, one)).toBe(false)
})

it('knows a conflict from other refusals', () => {
  const refusal = (code: string) =>
    new ApiError(409, { code, message: '', detail: { conflicts: [{ kind: 'overlap' }] } })
  expect(conflictsOf(refusal('guide_conflict'))).toEqual([{ kind: 'overlap' }])
  expect(conflictsOf(refusal('busy'))).toBeNull()
  expect(conflictsOf(new Error('no'))).toBeNull()
})

it('tells a day’s load by the limit', () => {
  expect([
    loadState(0, 60),
    loadState(400, null),
    loadState(300, 480),
    loadState(400, 480),
    loadState(500, 480),
  ]).toEqual(['none', 'light', 'light', 'full', 'over'])
  expect([hoursOf(90), hoursOf(125)]).toEqual([1.5, 2.1])
})
