import { expect, it } from 'vitest'
import { type RouteName } from '@/routes'
import { isAt, places, placesFor } from './nav'

it('gives every place a key of its own, and every screen at most one place', () => {
  expect(new Set(places.map((place) => place.key)).size).toBe(places.length)
  const screens: RouteName[] = places.flatMap((place) => [place.to, ...place.under])
  expect(new Set(screens).size).toBe(screens.length)
})

it('shows what is built and what the role may open', () => {
  expect(placesFor([])).toEqual(places.filter((place) => place.to === 'help'))
  const names = placesFor(['manifest.view', 'experience.view']).map((place) => place.to)
  expect(names).toContain('manifest')
  expect(names).not.toContain('customers')
})

it('has the desk for agents alone', () => {
  const own = ['trip.view', 'trip.create']
  expect(placesFor(own).map((place) => place.to)).not.toContain('desk')
  expect(placesFor(own, true).map((place) => place.to)).toContain('desk')
})

it('knows where a screen belongs', () => {
  const at = (route: RouteName) => places.filter((place) => isAt(place, route)).map((place) => place.to)
  expect(at('experienceEdit')).toEqual(['experiences'])
  expect(at('teamMember')).toEqual(['setup'])
  expect(at('profile')).toEqual([])
})
