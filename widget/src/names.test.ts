import { expect, test } from 'vitest'
import { contactFields } from './trip-builder/contact'
import { fullName, addressName, isFamilyFirst } from './names'

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

test.each([
  ['Ana', 'Ruiz', 'de', 'Ana'],
  ['', 'Ruiz', 'de', ''],
  ['Ana', 'Ruiz', 'ja', 'Ruiz'],
  ['太郎', '山田', 'ja', '山田'],
  ['太郎', '山田', 'fr', '山田 太郎'],
  ['민수', '김', 'ko', '김민수'],
  ['Ana', 'Ruiz', 'zh-TW', 'Ana Ruiz'],
])('%s, %s is addressed in %s as %s', (first, last, locale, expected) => {
  expect(addressName(first, last, locale)).toBe(expected)
})

test.each([
  ['Ana', 'Ruiz', 'Ana Ruiz'],
  ['Ana', '', 'Ana'],
  ['', 'Ruiz', 'Ruiz'],
  ['太郎', '山田', '山田 太郎'],
  ['민수', '김', '김민수'],
  ['', '山田', '山田'],
])('%s, %s is %s in full', (first, last, expected) => {
  expect(fullName(first, last)).toBe(expected)
})
