import { expect, it } from 'vitest'
import { readersLanguage } from './languages'

it.each([
  ['/de/nowhere', ['fr'], 'de'],
  ['/nowhere', ['fr-CA', 'en'], 'fr'],
  ['/nowhere', ['da', 'sv-SE'], 'sv'],
  ['/nowhere', ['zh-Hant-TW'], 'zh'],
  ['/nowhere', ['da'], 'en'],
  ['/nowhere', [], 'en'],
  ['/dex', ['JA'], 'ja'],
] as [string, string[], string][])('%s for a browser in %s', (path, browsers, wanted) =>
  expect(readersLanguage(path, browsers)).toBe(wanted),
)
