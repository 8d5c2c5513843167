import { expect, it } from 'vitest'
import type { GuideRow } from '@/api/models'
import { daysOf, found, otherSkills, profileBody, profileForm } from './model'

const guide = (given: Partial<GuideRow>): GuideRow => ({
  id: 1,
  name: 'Ida Berg',
  image: null,
  color: '#112233',
  skills: [],
  languages: [],
  max_minutes_per_day: null,
  version: 2,
  days: [],
  duties: [],
  blackouts: [],
  ...given,
})

it('tells a limit in hours and stores minutes', () => {
  const form = profileForm(guide({ max_minutes_per_day: 450 }))
  expect(form.hours).toBe(7.5)
  expect(profileBody(form, 2)).toMatchObject({ max_minutes_per_day: 450, version: 2 })
  expect(profileBody({ ...form, hours: null }, 2).max_minutes_per_day).toBeNull()
})

it('offers what others can, the commonest first', () => {
  const guides = [guide({ skills: ['Rescue', 'Kayak'] }), guide({ skills: ['Kayak', 'Diving'] })]
  expect(otherSkills(guides, ['Diving'])).toEqual(['Kayak', 'Rescue'])
})

it('puts what happens on its days', () => {
  const days = ['2026-07-01', '2026-07-02', '2026-07-03']
  const rows = daysOf(
    guide({
      days: days.map((date) => ({ date, minutes: 0 })),
      duties: [{ date: '2026-07-02', timeslot_id: 5 }] as GuideRow['duties'],
      blackouts: [{ id: 9, start_at: '2026-07-01T12:00:00Z', end_at: '2026-07-03T00:00:00Z' }] as GuideRow['blackouts'],
    }),
    (day) => ({ start_at: `${day}T00:00:00Z`, end_at: `${day}T24:00:00Z` }),
  )
  expect(rows.map((row) => row.duties.length)).toEqual([0, 1, 0])
  expect(rows.map((row) => row.blackouts.length)).toEqual([1, 1, 0])
})

it('finds guides by what they can and speak', () => {
  const guides = [guide({ id: 1, skills: ['Rescue'] }), guide({ id: 2, name: 'Jon', languages: ['de'] })]
  const ids = (text: string) => found(guides, text, () => 'Deutsch').map((one) => one.id)
  expect([ids(''), ids('resc'), ids('deut'), ids('x')]).toEqual([[1, 2], [1], [2], []])
})
