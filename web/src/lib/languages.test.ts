import { beforeEach, expect, it, vi } from 'vitest'
import { doorLanguage, languageAfter, rememberLanguage } from './languages'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})

it('goes on in the language of who signs in', () => {
  expect(languageAfter('/signin', 'de')).toBe('de')
  expect(languageAfter('/signin', null)).toBe('en')
})

it("does not take the last reader's language for the next one's", () => {
  rememberLanguage('ja')
  expect(languageAfter('/ja/signin', 'de')).toBe('de')
  expect(languageAfter('/signin', 'en')).toBe('en')
})

it('keeps the language of an address that was typed', () => {
  expect(languageAfter('/fr/signin', 'de')).toBe('fr')
})

it('keeps what was chosen at the door', () => {
  rememberLanguage('it')
  doorLanguage.set('it')
  expect(languageAfter('/it/signin', 'de')).toBe('it')
})
