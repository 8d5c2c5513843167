import { expect, it } from 'vitest'
import { matching } from './use-finding'

const places = ['Åland', 'Brazil', 'Côte d’Ivoire'].map((name) => ({ id: name, name }))

it('finds names whatever their accents and capitals', () => {
  expect(matching(places, 'aland').map((one) => one.name)).toEqual(['Åland'])
  expect(matching(places, 'COTE').map((one) => one.name)).toEqual(['Côte d’Ivoire'])
})

it('finds everything before anything is typed', () => {
  expect(matching(places, null)).toBe(places)
  expect(matching(places, ' ')).toBe(places)
})

it('finds nothing for what no name has', () => expect(matching(places, 'xyz')).toEqual([]))
