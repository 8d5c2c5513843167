import { expect, test } from 'vitest'
import { countries } from './countries'

test('countries are countries', () => {
  const found = countries('de')
  const names = new Map(found.map(({ id, name }) => [id, name]))
  expect(names.get('ES')).toBe('Spanien')
  expect(names.has('UK')).toBe(false)
  expect(names.has('EU')).toBe(false)
  expect(found.length).toBeGreaterThan(230)
})
