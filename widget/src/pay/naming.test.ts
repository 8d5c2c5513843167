import { expect, it } from 'vitest'
import { numbered, titleOf } from './naming'
import { linkWith } from './testing'

it('speaks of a rest only where something was paid', () => {
  const link = linkWith()
  expect(titleOf(link)).toBe('titleBalance')
  expect(titleOf({ ...link, trip: { ...link.trip, paid: 0 } })).toBe('titleFixed')
  expect(titleOf(linkWith({ amount_mode: 'tab' }))).toBe('titleTab')
})

it('tells guests without a name apart, and leaves the others', () => {
  const [mara, jonas, child] = linkWith().guests
  const adult = { ...mara!, name: '' }
  expect(numbered([adult, jonas!, child!, adult]).map((one) => one.type)).toEqual(['Adult 1', 'Adult', 'Child', 'Adult 2'])
})
