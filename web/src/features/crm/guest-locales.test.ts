import { expect, it } from 'vitest'
import { guestLocaleOf } from './guest-locales'

it.each([
  ['en', 'en'],
  ['en-US', 'en'],
  ['pt_BR', 'pt'],
  ['zh', 'zh-CN'],
  ['zh-tw', 'zh-TW'],
  ['xx', 'en'],
])('%s is read as %s', (tag, locale) => expect(guestLocaleOf(tag)).toBe(locale))
