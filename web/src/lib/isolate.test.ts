import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import formatMessage from '@/messages/format-message'
import { dotted, isolate, mailbox } from './isolate'

const apart = (text: string) => `\u2068${text}\u2069`

test.each([
  ['Ana Ruiz', 'Ana Ruiz'],
  ['山田 太郎', '山田 太郎'],
  ['محمد الأحمد', apart('محمد الأحمد')],
  ['יוסי (2)', apart('יוסי (2)')],
  ['', ''],
])('%s is set apart where it runs the other way', (text, expected) => {
  expect(isolate(text)).toBe(expected)
})

test('a mailbox says the name before the address', () => {
  expect(mailbox('محمد <m@example.com>')).toBe(`\u2066${apart('محمد')} <m@example.com>\u2069`)
  expect(mailbox('Ana <a@example.com>')).toBe('Ana <a@example.com>')
  expect(mailbox('a@example.com')).toBe('a@example.com')
})

test('facts in a line keep their order', () => {
  expect(dotted(['محمد', 0, '', null, false, 'WXYZ'])).toBe(`${apart('محمد')} · 0 · WXYZ`)
})

test('a sentence keeps its order around what is put into it', () => {
  const say = (message: string, values: Record<string, string | number>) =>
    formatMessage('key', compile(message), values as never, {
      cache: {} as never,
      formatters: {
        getNumberFormat: (...args: []) => new Intl.NumberFormat(...args),
        getPluralRules: (...args: []) => new Intl.PluralRules(...args),
      } as never,
      locale: 'en',
    })
  expect(say('{name} paid {n, plural, one {# ticket} other {# tickets}}.', { name: 'محمد', n: 2 })).toBe(
    `${apart('محمد')} paid 2 tickets.`,
  )
  expect(say('{name} paid.', { name: 'Ana' })).toBe('Ana paid.')
  expect(say('Nothing.', {})).toBe('Nothing.')
})
