import { expect, test } from 'vitest'
import type { BoardingCall, Device } from '@/api/models'
import { bodyOf, firstCall, FREE, isListening, isReady, withWords } from './boarding-call'

const now = Date.parse('2026-11-28T10:00:00Z')
const ready: BoardingCall = {
  timeslot_id: 7,
  suggested_languages: ['en', 'de'],
  calls: [
    {
      shipped: 'boarding',
      name: 'boarding',
      texts: [
        { language: 'de', text: 'Einsteigen!' },
        { language: 'en', text: 'All aboard!' },
      ],
    },
    { shipped: null, name: 'Vests', texts: [{ language: 'en', text: 'Vests on!' }] },
  ],
}
const device = (id: number, listened_at: string | null) => ({ id, listened_at }) as Device
const on = device(1, '2026-11-28T09:59:50Z')
const off = device(2, '2026-11-28T09:00:00Z')

test('it begins in the languages of the guests, on what is switched on', () => {
  const call = firstCall(ready, [on, off], now)
  expect(call.devices).toEqual([1])
  expect(bodyOf(call, 7).parts).toEqual([
    { language: 'en', text: 'All aboard!' },
    { language: 'de', text: 'Einsteigen!' },
  ])
  expect(firstCall(ready, [off], now).devices).toEqual([2])
})

test('words that a language does not have are missing', () => {
  const call = withWords(firstCall(ready, [on], now), ready, 1)
  expect(isReady(call)).toBe(false)
  expect(isReady({ ...call, languages: ['en'] })).toBe(true)
  expect(isReady({ ...call, languages: ['en'], devices: [] })).toBe(false)
})

test('free words begin with what is there', () => {
  const call = firstCall(ready, [on], now)
  expect(withWords(call, ready, FREE).texts).toEqual(call.texts)
})

test('what never asked is off', () => {
  expect(isListening(device(3, null), now)).toBe(false)
})
