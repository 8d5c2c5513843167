import { describe, expect, it } from 'vitest'
import { grouped, matchOf, pieces, plain, type SearchResult } from './model'

const marked = (text: string, query: string) =>
  pieces(text, query)
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('')

describe('pieces', () => {
  it.each([
    ['Anna Berg', 'anna', '[Anna] Berg'],
    ['Anna Berg', 'berg an', '[An]na [Berg]'],
    ['José Núñez', 'jose nun', '[José] [Núñ]ez'],
    ['Johanna Anders', 'an', 'Johanna [An]ders'],
    ['Johanna', 'an', 'Joh[an]na'],
    ['+49 170 123 45 67', '1701234567', '+49 [170 123 45 67]'],
    ['+1 (555) 010-2233', '555-0102', '+1 ([555) 010-2]233'],
    ['K7QX-PM3R', 'k7qx', '[K7QX]-PM3R'],
    ['山田 太郎', '太郎', '山田 [太郎]'],
    ['Anna', 'xyz', 'Anna'],
    ['Anna', '', 'Anna'],
    ['ß and ss', 'ss', 'ß and [ss]'],
  ])('%s by %s', (text, query, wanted) => expect(marked(text, query)).toBe(wanted))

  it('gives the text back unchanged, whatever is asked', () => {
    for (const text of ['İstanbul', 'e\u0301te\u0301', '👨‍👩‍👧 family', 'ﬁn']) {
      for (const query of ['i', 'ete', 'fam', 'f', '1']) {
        expect(
          pieces(text, query)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }
    }
  })
})

it.each([
  ['Custom fields', 'cust', 3],
  ['Custom fields', 'fie', 2],
  ['Custom fields', 'fi cu', 2],
  ['Custom fields', 'stom', 1],
  ['Custom fields', 's', 0],
  ['Équipe', 'equ', 3],
  ['Custom fields', 'x', 0],
  ['Custom fields', ' ', 0],
])('%s answers %s with %i', (name, query, wanted) => expect(matchOf(name, query)).toBe(wanted))

it('keeps the length of what it makes plain', () => {
  for (const text of ['Straße', 'İ', 'Ångström']) expect([...plain(text)].length).toBe([...text].length)
})

it('groups by kind, the best first, and keeps the server’s order inside', () => {
  const result = (type: SearchResult['type'], id: number, score: number) =>
    ({ type, id, title: '', subtitle: '', url: '/', status: null, score }) as const
  const groups = grouped([result('customer', 1, 0.4), result('trip', 2, 0.9), result('customer', 3, 0.7)])
  expect(groups.map(({ type, results }) => [type, results.map((one) => one.id)])).toEqual([
    ['trip', [2]],
    ['customer', [1, 3]],
  ])
})
