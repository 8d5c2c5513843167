import { expect, it } from 'vitest'
import type { AnnouncementTemplate } from '@/api/models'
import { bodyOf, ownFirst, sampleOf, withField, wordsOf } from './announcements'

const sample = { experience: 'Kayaks', place: 'Gate two' }

it('shows a text as it might be heard, with the hour as the language says it', () => {
  expect(sampleOf('{experience} at {time}: {place}. {time}!', 'de', sample)).toBe('Kayaks at 10:30: Gate two. 10:30!')
  expect(sampleOf('{time}', 'en-US', sample)).toMatch(/^10:30\sAM$/)
  expect(sampleOf('{gate}', 'en', sample)).toBe('{gate}')
})

it.each([
  ['The', 3, undefined, 'The {time}'],
  ['The group', 4, undefined, 'The {time} group'],
  ['', 0, undefined, '{time}'],
  ['The group', 4, 9, 'The {time}'],
  ['Thegroup', 3, undefined, 'The {time} group'],
])('puts a field into "%s" at %s', (text, start, end, found) => {
  expect(withField(text, 'time', start, end)).toBe(found)
})

it('sends the languages that are chosen, and what was typed in them', () => {
  const row = { name: 'Vests', texts: { en: 'Vests on!', de: 'Westen an!' } } as unknown as AnnouncementTemplate
  const words = wordsOf(row, 'fr')
  expect(words.languages).toEqual(['en', 'de'])
  expect(bodyOf({ ...words, languages: ['en'], texts: { ...words.texts, en: ' Vests! ' } })).toEqual({
    name: 'Vests',
    texts: { en: 'Vests!' },
  })
  expect(wordsOf(null, 'fr')).toEqual({ name: '', languages: ['fr'], texts: {} })
})

it("names the reader's own language before the others", () => {
  expect(ownFirst(['de', 'en', 'fr'], 'en')).toEqual(['en', 'de', 'fr'])
  expect(ownFirst(['de', 'fr'], 'en')).toEqual(['de', 'fr'])
})
