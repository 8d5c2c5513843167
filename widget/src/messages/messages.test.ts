import { describe, expect, it } from 'vitest'
import { translator, type Plural } from '../i18n'
import { PICKER_LANGUAGES } from '../language-names'
import { CODES, displayLocale, isRightToLeft } from '../languages'
import { LANGUAGES as PAY_LANGUAGES, LANGUAGES_AND_ARABIC as SIGN_LANGUAGES, localeFor } from '../guest-page/language'
import { loadCalendarMessages } from './calendar'
import { LANGUAGES as CRASH_LANGUAGES, loadCrashMessages } from './crash'
import { LANGUAGES as KIOSK_LANGUAGES } from '../kiosk/language'
import { loadKioskMessages } from './kiosk'
import { loadPayMessages } from './pay'
import { loadPortalMessages } from './portal'
import { loadSignMessages } from './sign'
import { loadTripMessages } from './trip'
import { loadWaitlistMessages } from './waitlist'

const LANGUAGES = PICKER_LANGUAGES.map(({ code, name }) => [code, name] as const)

type Messages = Record<string, string | Plural>

type Page = {
  name: string
  load: (language: never) => Promise<Messages>
  languages: readonly (readonly [string, string])[]
  localeOf: (language: never) => string
}

const pages: Page[] = [
  { name: 'calendar', load: loadCalendarMessages, languages: LANGUAGES, localeOf: (language) => displayLocale(language, null) },
  { name: 'trip builder', load: loadTripMessages, languages: LANGUAGES, localeOf: (language) => displayLocale(language, null) },
  { name: 'waiting list', load: loadWaitlistMessages, languages: LANGUAGES, localeOf: (language) => displayLocale(language, null) },
  { name: 'signing page', load: loadSignMessages, languages: SIGN_LANGUAGES, localeOf: (language) => language },
  { name: 'kiosk', load: loadKioskMessages, languages: KIOSK_LANGUAGES, localeOf: (language) => displayLocale(language, null) },
  { name: "customer's page", load: loadPortalMessages, languages: SIGN_LANGUAGES, localeOf: (language) => language },
  { name: 'screen that broke', load: loadCrashMessages, languages: CRASH_LANGUAGES.map((code) => [code, code] as const), localeOf: (language) => language },
  { name: 'payment page', load: loadPayMessages, languages: PAY_LANGUAGES, localeOf: (language) => localeFor(language, 'en') },
]

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort()
const forms = (message: string | Plural): string[] => (typeof message === 'string' ? [message] : Object.values(message))

/** Words that are the same in some languages are few: anything else untranslated is a mistake. */
const SAME_ALLOWED = 0.08

describe.each(pages)('the messages of the $name', ({ load, languages, localeOf }) => {
  const english = load('en' as never)

  it.each(languages)('%s (%s) have every key and nothing else', async (language) => {
    expect(Object.keys(await load(language as never))).toEqual(Object.keys(await english))
  })

  it.each(languages)('%s (%s) have the same placeholders', async (language) => {
    const messages = await load(language as never)
    for (const [key, source] of Object.entries(await english)) {
      const message = messages[key]!
      const wanted = placeholders(typeof source === 'string' ? source : source.other)
      expect(typeof message, `${language} ${key}`).toBe(typeof source)
      const last = typeof message === 'string' ? message : message.other
      expect(placeholders(last), `${language} ${key}`).toEqual(wanted)
      for (const form of forms(message)) {
        const unknown = placeholders(form).filter((name) => !wanted.includes(name))
        expect(unknown, `${language} ${key}`).toEqual([])
        expect(form.trim(), `${language} ${key}`).not.toBe('')
      }
    }
  })

  it.each(languages)('%s (%s) write the number in every form that serves several', async (language) => {
    const rules = new Intl.PluralRules(localeOf(language as never))
    for (const [key, message] of Object.entries(await load(language as never))) {
      if (typeof message === 'string') continue
      for (const count of [0, 3, 5, 11, 21, 22, 100, 103]) {
        const form = message[rules.select(count)] ?? message.other
        if (count > 2) expect(form, `${language} ${key} ${count}`).toContain('{n}')
      }
    }
  })

  it.each(languages.slice(1))('%s (%s) are translated', async (language) => {
    const source = await english
    const messages = await load(language as never)
    const same = Object.keys(source).filter((key) => JSON.stringify(source[key]) === JSON.stringify(messages[key]))
    expect(same.length / Object.keys(source).length, same.join(', ')).toBeLessThan(SAME_ALLOWED)
  })
})

describe('plurals', () => {
  it('follow the language', async () => {
    const t = translator((await loadTripMessages('ar')) as Messages, 'ar')
    expect(t('hours', { n: 2 })).toBe('ساعتان')
    expect(t('hours', { n: 3 })).toContain('ساعات')
    const polish = translator((await loadTripMessages('pl')) as Messages, 'pl')
    expect([1, 2, 5].map((n) => polish('hours', { n }))).toEqual(['1 godzina', '2 godziny', '5 godzin'])
  })

  it('leave a placeholder without a value visible', () => {
    expect(translator({ a: 'Hello {name}' }, 'en')('a')).toBe('Hello {name}')
  })
})

describe('the picker', () => {
  it('has the twenty languages, two of them from right to left', () => {
    expect(CODES.join(' ')).toBe(
      'en es fr de it ja zh-CN zh-TW nl pt ar he hi cs da tl fi el ko pl',
    )
    expect(CODES.filter(isRightToLeft)).toEqual(['ar', 'he'])
  })
})
