import { expect, test } from 'vitest'
import { meantEmail, slips } from './email-hint'

test.each([
  ['ana@gmial.con', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  [' Ana.B@Gmial.com ', 'Ana.B@gmail.com'],
  ['ana@hotmial.com', 'ana@hotmail.com'],
  ['ana@yaho.com', 'ana@yahoo.com'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@harbor.con', 'ana@harbor.com'],
  ['a"@"b@gmal.com', 'a"@"b@gmail.com'],
])('%s was probably meant as %s', (typed, meant) => {
  expect(meantEmail(typed)).toBe(meant)
})

test.each(['ana@gmail.com', 'ana@gmx.net', 'ana@gmx.at', 'ana@ne.com', 'ana@harbor.example', 'ana@mail.com', 'ana@ymail.com', 'ana@', '@gmial.con', 'ana', ''])(
  'nothing is said about %s',
  (typed) => {
    expect(meantEmail(typed)).toBeNull()
  },
)

test.each([
  ['gmail', 'gmail', 0],
  ['gmial', 'gmail', 1],
  ['gmal', 'gmail', 1],
  ['hotmall', 'hotmail', 1],
  ['abc', '', 3],
])('%s is so many slips from %s', (from, to, count) => {
  expect(slips(from, to)).toBe(count)
})
