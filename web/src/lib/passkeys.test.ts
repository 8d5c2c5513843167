import { expect, it } from 'vitest'
import { fromBase64Url, toBase64Url } from './passkeys'

it.each([
  ['', []],
  ['AA', [0]],
  ['-_8', [251, 255]],
  ['aGVsbG8', [104, 101, 108, 108, 111]],
])('%s', (text, bytes) => {
  expect([...fromBase64Url(text)]).toEqual(bytes)
  expect(toBase64Url(Uint8Array.from(bytes).buffer)).toBe(text)
})
