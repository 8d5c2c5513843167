/** Languages: the picker, the page's translation, what is remembered. */
import { describe, expect, it, vi } from 'vitest'
import { findLanguages, PAGE_LANGUAGES } from '../../language-names'
import { matchReading } from '../../languages'
import { click, find } from '../../testing/render'
import { all, press, show, startOperator, texts } from '../testing'
import { HIDE_DELAY, indexForKey } from './language-picker'

const openPicker = (): Promise<void> => click('.language > button')
const options = (): string[] => texts('[role=option]')

/** A pointer comes or goes; React hears of it by other events than the browser's own. */
function point(to: 'enter' | 'leave', box: HTMLElement): void {
  box.dispatchEvent(new Event(`mouse${to}`))
  box.dispatchEvent(new MouseEvent(to === 'enter' ? 'mouseover' : 'mouseout', { bubbles: true, relatedTarget: document.body }))
}

describe('the lists', () => {
  it('offers the twenty languages of the picker', async () => {
    startOperator()
    show('', { language: null })
    await openPicker()
    await find('[role=option]')
    expect(all('[role=option]').map((one) => one.lang)).toEqual(
      'en es fr de it ja zh-CN zh-TW nl pt ar he hi cs da tl fi el ko pl'.split(' '),
    )
    expect(options().slice(0, 4)).toEqual(['English', 'Español', 'Français', 'Deutsch'])
  })

  it('can translate the page into forty-five, each with a Chinese and an English name', () => {
    expect(PAGE_LANGUAGES).toHaveLength(45)
    expect(new Set(PAGE_LANGUAGES.map(({ code }) => code)).size).toBe(45)
    expect(PAGE_LANGUAGES[0]).toEqual({ code: 'en', name: 'English', chineseName: '英语', englishName: 'English' })
    for (const name of ['Welsh', 'Spanish', 'French', 'German']) expect(PAGE_LANGUAGES.map((one) => one.englishName)).toContain(name)
    for (const one of PAGE_LANGUAGES) {
      expect(matchReading(one.code)).toBe(one.code)
      expect(one.chineseName).toMatch(/\p{Script=Han}/u)
    }
  })

  it('finds a language by any of its names', () => {
    const found = (typed: string) => findLanguages(PAGE_LANGUAGES, typed).map(({ code }) => code)
    expect(found('ger')).toEqual(['de'])
    expect(found('deu')).toEqual(['de'])
    expect(found('德')).toEqual(['de'])
    expect(found('cest')).toEqual(['cs'])
    expect(found('simpl')).toEqual(['zh-CN'])
  })

  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 4, 0],
    ['ArrowUp', 0, 4],
    ['Home', 3, 0],
    ['End', 0, 4],
    ['x', 0, null],
  ])('%s leads from %i to %s', (key, index, expected) => expect(indexForKey(key, index, 5)).toBe(expected))
})

describe('the dropdown', () => {
  it('stays for 150 ms after it was left, and stays open for who comes back', async () => {
    expect(HIDE_DELAY).toBe(150)
    startOperator()
    show('', { language: null })
    await openPicker()
    const box = await find('.language')
    await find('[role=option]')
    point('leave', box)
    await new Promise((done) => setTimeout(done, 100))
    point('enter', box)
    await new Promise((done) => setTimeout(done, 100))
    expect(all('[role=listbox]')).toHaveLength(1)
    point('leave', box)
    await new Promise((done) => setTimeout(done, 100))
    expect(all('[role=listbox]')).toHaveLength(1)
    await vi.waitFor(() => expect(all('[role=listbox]')).toHaveLength(0), { timeout: 400 })
  })

  it('is used by keys: typing finds, Enter chooses, Escape closes', async () => {
    startOperator()
    show('', { language: null })
    await openPicker()
    await vi.waitFor(() => expect(document.activeElement).toMatchObject({ lang: 'en' }))
    press('ArrowDown')
    expect(document.activeElement).toMatchObject({ lang: 'es' })
    press('p')
    expect(document.activeElement).toMatchObject({ lang: 'pt' })
    press('Escape')
    await vi.waitFor(() => expect(all('[role=listbox]')).toHaveLength(0))
    await openPicker()
    await vi.waitFor(() => expect(document.activeElement).toMatchObject({ lang: 'en' }))
    press('End')
    press('Enter')
    await find('h1', 'Wybierz datę')
  })
})

describe('the chosen language', () => {
  it('is applied to the page and remembered until 2047', async () => {
    const written: string[] = []
    const cookie = vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => void written.push(text))
    startOperator()
    show('', { language: null })
    await openPicker()
    await click('[role=option]', 'Deutsch')
    await find('h1', 'Wählen Sie Ihr Datum')
    expect(document.documentElement).toMatchObject({ lang: 'de', dir: 'ltr' })
    expect(written.find((text) => text.startsWith('outfitter_language=de'))).toMatch(/Expires=[^;]* 2047 /)
    cookie.mockRestore()
  })

  it('brings the experiences in that language where they have it', async () => {
    const { calls } = startOperator()
    show('', { language: null })
    await openPicker()
    await click('[role=option]', 'Français')
    await find('h1', 'Choisissez votre date')
    const last = calls.filter(({ path }) => path === '/api/init').at(-1)!
    expect(last.headers['Accept-Language']).toMatch(/^fr\b/)
    await vi.waitFor(() => expect(calls.filter(({ path }) => path.includes('getInDateRange')).at(-1)!.headers['Accept-Language']).toMatch(/^fr\b/))
  })

  it('comes from the saved cookie, else from the browser, else it is English', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['it-CH'])
    startOperator()
    show('', { language: null })
    await vi.waitFor(() => expect(document.documentElement.lang).toBe('it'))
    document.cookie = 'outfitter_language=ko; Path=/widgets'
    show('', { language: null })
    await vi.waitFor(() => expect(document.documentElement.lang).toBe('ko'))
  })

  it('goes from right to left in Arabic and Hebrew', async () => {
    startOperator()
    show('language=ar')
    await find('h1', 'اختر التاريخ')
    expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' })
    show('language=he')
    await vi.waitFor(() => expect(document.documentElement).toMatchObject({ lang: 'he', dir: 'rtl' }))
  })
})

describe('a language that we do not speak', () => {
  const stub = (translate: (text: string) => string, availability = 'available') =>
    vi.stubGlobal('Translator', { availability: async () => availability, create: async () => ({ translate: async (text: string) => translate(text) }) })

  it('has its own dates, and the words that the browser translates', async () => {
    startOperator()
    stub((text) => `«${text}»`)
    show('language=cy')
    await find('h1', '«Choose your date»')
    expect(document.documentElement.lang).toBe('cy')
    expect((await find('#month')).textContent).toBe('Tachwedd 2026')
  })

  it('stays in English words where the browser translates nothing, and says so', async () => {
    startOperator()
    show('language=cy')
    await find('h1', 'Choose your date')
    expect(document.documentElement.lang).toBe('en')
    stub((text) => text, 'unavailable')
    show('language=uk')
    await vi.waitFor(() => expect(texts('#month')[1]).toMatch(/2026/))
    expect(document.documentElement.lang).toBe('en')
  })

  it('keeps an English sentence whose translation lost a name', async () => {
    startOperator()
    stub((text) => text.replace(/\{name\}/, 'X').replace('Choose your date', 'Dewis'))
    show('language=cy&experience=12')
    await find('p', 'Dewis')
    expect(texts('.title')).toEqual(['Shop for Sunset Kayak Tour'])
  })

  it('is among all that the picker offers on demand', async () => {
    startOperator()
    show('', { language: null })
    await openPicker()
    await click('.language-panel button', 'More languages')
    await vi.waitFor(() => expect(options()).toHaveLength(45))
  })
})
