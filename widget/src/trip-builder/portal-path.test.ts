import { expect, it } from 'vitest'
import { portalPath } from './portal-path'

it.each([
  ['en', '/customerPortal?trip=abc'],
  ['ja', '/ja/customerPortal?trip=abc'],
  ['zh-TW', '/zh/customerPortal?trip=abc'],
  ['ar', '/customerPortal?trip=abc'],
])('a trip booked in %s is shown at %s', (language, path) => expect(portalPath(language, 'abc')).toBe(path))
