import { expect, test } from 'vitest'
import { dotted, isolate } from './isolate'
import { translator } from './i18n'

const apart = (text: string): string => `\u2068${text}\u2069`

test.each([
  ['en', 'Boat & Five Lighthouses', 'Boat & Five Lighthouses'],
  ['ar', 'Boat & Five Lighthouses', apart('Boat & Five Lighthouses')],
  ['he-IL', '10:00 – 12:00', apart('10:00 – 12:00')],
  ['en', 'جولة', apart('جولة')],
])('%s sets %s apart where directions differ', (locale, text, expected) => {
  expect(isolate(text, locale)).toBe(expected)
})

test('facts keep their order in a line, and empty ones are left out', () => {
  expect(dotted(['2 hr', null, false, '$54'], 'ar')).toBe(`${apart('2 hr')} · ${apart('$54')}`)
  expect(dotted(['2 hr', '', '$54'], 'de')).toBe('2 hr · $54')
})

test('names in a sentence keep their beginning', () => {
  const t = translator({ shop: '{name} :احجز' }, 'ar')
  expect(t('shop', { name: 'Boat & Five Lighthouses' })).toBe(`${apart('Boat & Five Lighthouses')} :احجز`)
})
