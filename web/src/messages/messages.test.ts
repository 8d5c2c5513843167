import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { locales } from '@/routes'
import { asker, scan, sources } from './scan'

type Words = Record<string, string>

const folder = new URL('.', import.meta.url)
const read = (locale: string, file: string) =>
  JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')) as Words
const files = readdirSync(new URL('en', folder))

/** The names a message asks for, and which of them it writes out instead of only choosing by them. */
function argumentsOf(message: string) {
  const names = new Set<string>()
  const written = new Set<string>()
  const visit = (elements: MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.argument) written.add(element.value)
      if (element.type !== TYPE.literal && element.type !== TYPE.pound && element.type !== TYPE.tag)
        names.add(element.value)
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        Object.values(element.options).forEach((option) => visit(option.value))
      }
    }
  }
  visit(parse(message))
  return { names, written }
}

const values = { count: 3, capacity: 9, here: 1, all: 3, hours: 2, minutes: 30, n: 1, step: 1 }

function render(locale: string, message: string): string {
  const args = Object.fromEntries(
    [...argumentsOf(message).names].map((name) => [name, values[name as keyof typeof values] ?? 'x']),
  )
  const failures: string[] = []
  const t = createTranslator({ locale, messages: { m: message }, onError: (error) => failures.push(error.message) })
  const text = String(
    message.includes('<')
      ? t.markup('m' as never, { ...args, address: () => 'x' } as never)
      : t('m' as never, args as never),
  )
  expect(failures).toEqual([])
  return text
}

it('has the same files in every language', () => {
  for (const locale of locales) expect(readdirSync(new URL(locale, folder)).sort()).toEqual([...files].sort())
})

describe.each(locales.filter((locale) => locale !== 'en'))('%s', (locale) => {
  it.each(files)('%s says everything, with the same values', (file) => {
    const english = read('en', file)
    const words = read(locale, file)
    expect(Object.keys(words)).toEqual(Object.keys(english))
    for (const [key, message] of Object.entries(words)) {
      expect(message.trim(), key).not.toBe('')
      const [asked, wanted] = [argumentsOf(message), argumentsOf(english[key] ?? '')]
      // A language without plurals may leave the number out that English only chooses a form by.
      expect([...wanted.names], key).toEqual(expect.arrayContaining([...asked.names]))
      expect([...asked.names], key).toEqual(expect.arrayContaining([...wanted.written]))
    }
  })
})

describe.each(locales)('%s', (locale) => {
  it.each(files)('%s can be rendered', (file) => {
    for (const message of Object.values(read(locale, file))) expect(render(locale, message)).not.toMatch(/[{}]/)
  })
})

/**
 * Keys that are put together from words which the source does not contain, such as codes of the
 * server: `file: [beginnings]`. Keep it short; a beginning that nothing uses fails.
 */
const fromOutside: Record<string, string[]> = {
  team: ['code_', 'area_'],
  printing: ['field_'],
  audit: ['did_', 'kind_', 'verb_'],
  platformAudit: ['did_'],
  reportNames: ['name_', 'about_'],
  reportColumns: ['column_', 'hint_'],
  reportValues: ['value_'],
}

describe('the source', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const asked = asker(scan(sources(root), root))
  const features = files.map((file) => file.replace('.json', ''))

  it.each(features)('asks for every key of %s', (feature) => {
    const unused = Object.keys(read('en', `${feature}.json`)).filter(
      (key) => !asked.isUsed(feature, key, fromOutside[feature]),
    )
    expect(unused).toEqual([])
  })

  it('asks for no key that is not there', () => {
    const missing = asked.missing((feature) =>
      features.includes(feature) ? Object.keys(read('en', `${feature}.json`)) : undefined,
    )
    expect(missing.map((one) => one.replace(root, ''))).toEqual([])
  })

  it('needs each beginning of the list', () => {
    for (const [feature, beginnings] of Object.entries(fromOutside)) {
      for (const beginning of beginnings)
        expect([beginning, asked.hasPattern(feature, beginning)]).toEqual([beginning, true])
    }
  })
})
