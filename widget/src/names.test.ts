import { expect, test } from 'vitest'
import { contactFields } from './trip-builder/contact'
import { isFamilyFirst } from './names'

test.each([
  ['ja', true],
  ['zh-TW', true],
  ['ko-KR', true],
  ['hu', true],
  ['en-US', false],
  ['ar', false],
  ['he', false],
])('in %s the family name comes first: %s', (locale, expected) => {
  expect(isFamilyFirst(locale)).toBe(expected)
})

test('the contact form asks for names in the order of the reader', () => {
  expect(contactFields('ja').slice(0, 2)).toEqual(['last_name', 'first_name'])
  expect(contactFields('de').slice(0, 2)).toEqual(['first_name', 'last_name'])
})
