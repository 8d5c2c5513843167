import { expect, it } from 'vitest'
import { segmentsOf } from './segments'

it.each([
  ['', 0],
  ['Hi', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  // Nothing is split in the middle of a letter of two.
  ['a'.repeat(152) + '€'.repeat(77), 3],
  ['é'.repeat(160), 1],
  ['ж'.repeat(70), 1],
  ['ж'.repeat(71), 2],
  ['🛶'.repeat(35), 1],
  ['🛶'.repeat(36), 2],
  // Curly quotes are sent straight: they do not halve a text.
  ['’'.repeat(160), 1],
  // Unless it needs the larger alphabet anyway.
  [`ж${'…'.repeat(69)}`, 1],
])('%j', (text, count) => expect(segmentsOf(text)).toBe(count))
