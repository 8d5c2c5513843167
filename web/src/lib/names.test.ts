import { expect, test } from 'vitest'
import { addressName, asksFamilyFirst, fullName, splitName } from './names'

const name = (first_name: string, last_name: string) => ({ first_name, last_name })

test.each([
  ['Ana', 'Ruiz', 'Ana Ruiz'],
  ['Ana', '', 'Ana'],
  ['', 'Ruiz', 'Ruiz'],
  ['', '', ''],
  ['太郎', '山田', '山田 太郎'],
  ['太郎', '', '太郎'],
  ['はなこ', 'さとう', 'さとう はなこ'],
  ['ジョン', 'スミス', 'スミス ジョン'],
  ['小明', '王', '王小明'],
  ['伟', '王', '王伟'],
  ['修', '歐陽', '歐陽 修'],
  ['민수', '김', '김민수'],
  ['John', '山田', 'John 山田'],
  ['Taro', 'Yamada', 'Taro Yamada'],
  ['محمد', 'الأحمد', 'محمد الأحمد'],
])('%s, %s is written %s', (first, last, expected) => {
  expect(fullName(name(first, last))).toBe(expected)
})

test.each([
  ['Ana', 'Ruiz', 'de', 'Ana'],
  ['', 'Ruiz', 'de', 'Ruiz'],
  ['Ana', 'Ruiz', 'ja', 'Ruiz'],
  ['太郎', '山田', 'ja', '山田'],
  ['太郎', '山田', 'en', '山田 太郎'],
  ['민수', '김', 'ko', '김민수'],
  ['小明', '王', 'zh', '王小明'],
])('%s, %s is addressed in %s as %s', (first, last, locale, expected) => {
  expect(addressName(name(first, last), locale)).toBe(expected)
})

test.each([
  ['Ana Maria Lima', 'Ana Maria', 'Lima'],
  ['Ana', 'Ana', ''],
  ['山田 太郎', '太郎', '山田'],
  ['山田　太郎', '太郎', '山田'],
])('%s is taken apart into %s and %s', (text, first, last) => {
  expect(splitName(text)).toEqual(name(first, last))
})

test('Japanese, Chinese and Korean forms ask for the family name first', () => {
  expect(['ja', 'zh', 'ko', 'en', 'de'].map(asksFamilyFirst)).toEqual([true, true, true, false, false])
})
