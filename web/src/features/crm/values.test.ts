import { describe, expect, it } from 'vitest'
import type { TemplateFull, TemplateText } from './types'
import {
  beginningOf,
  blankText,
  bodyOf,
  copied,
  draftOf,
  formOf,
  lacks,
  ownLocales,
  shownLocales,
  sourceOf,
} from './values'

const text = (locale: string, subject: string): TemplateText => ({
  locale,
  subject,
  preheader: '',
  document: { type: 'doc', content: [{ type: 'tripDetails', attrs: {} }] },
  sms_text: '',
})
const template: TemplateFull = {
  id: 7,
  slug: 'confirmation',
  name: 'Booking confirmation',
  category: 'confirmation',
  channel: 'email',
  is_active: true,
  is_system: true,
  version: 2,
  locales: ['de'],
  experience_ids: [],
  trip_methods: [],
  is_archived: false,
  speaks_for: null,
  is_lacking: false,
  spoken_for_by: [],
  texts: [text('de', 'Ihr Ausflug')],
  shipped: [text('en', 'You’re booked'), text('de', 'Gebucht')],
}

describe('a template’s form', () => {
  it('shows own words, and where there are none those that ship', () => {
    const { texts } = formOf(template, 'en')
    expect(texts.de?.subject).toBe('Ihr Ausflug')
    expect(texts.en?.subject).toBe('You’re booked')
  })

  it('begins empty where there are no words at all', () => {
    expect(formOf({ ...template, texts: [], shipped: [] }, 'fr').texts).toEqual({ fr: blankText('fr') })
  })

  it('sends what was written, and never what ships', () => {
    const values = formOf(template, 'en')
    expect(ownLocales(values, template)).toEqual(['de'])
    expect(bodyOf(values, template).texts.map((one) => one.locale)).toEqual(['de'])
    values.texts.en!.subject = 'See you soon'
    expect(bodyOf(values, template).texts.map((one) => one.locale)).toEqual(['en', 'de'])
  })

  it('keeps words that ship where the operator takes them over', () => {
    const values = formOf({ ...template, texts: [] }, 'en')
    expect(bodyOf(values, template).texts).toEqual([])
    values.texts.de!.is_own = true
    expect(bodyOf(values, { ...template, texts: [] }).texts).toEqual([draftOf(values.texts.de!)])
  })

  it('knows whose words guests get', () => {
    expect(sourceOf('de', 'en', [])).toBe('shipped')
    expect(sourceOf('de', 'en', ['en'])).toBe('main')
    expect(sourceOf('de', 'en', ['en', 'de'])).toBe('own')
  })

  it('begins a new one with the words of another, or with a greeting', () => {
    const rest = {
      category: 'reminder',
      name: 'Parking',
      main: 'en',
      greeting: 'Hi {{guest.first_name|there}}',
    } as const
    expect(beginningOf({ ...rest, source: template }).texts.map((one) => one.locale)).toEqual(['de'])
    expect(beginningOf({ ...rest, source: { ...template, texts: [] } }).texts.map((one) => one.locale)).toEqual(['en'])
    const [only] = beginningOf({ ...rest, source: null }).texts
    expect(only?.subject).toBe('Parking')
    expect(only?.document.content?.[0]?.content?.[1]).toEqual({
      type: 'mergeField',
      attrs: { name: 'guest.first_name', fallback: 'there' },
    })
  })

  it('knows what words lack for their channels', () => {
    expect(lacks(blankText('en'), 'email')).toEqual(['subject', 'document'])
    expect(lacks(blankText('en'), 'sms')).toEqual(['sms_text'])
    expect(lacks(text('en', 'Hi'), 'both')).toEqual(['sms_text'])
    expect(lacks(text('en', 'Hi'), 'email')).toEqual([])
  })

  it('copies words without sharing them', () => {
    const from = text('en', 'Hi')
    const made = copied(from, 'nl')
    expect(made.locale).toBe('nl')
    expect(made.document).toEqual(from.document)
    expect(made.document).not.toBe(from.document)
  })

  it('shows the main language first, then own words, then the reader’s', () => {
    expect(shownLocales('en', 'de', ['fr', 'en'], ['en', 'de', 'fr'])).toEqual(['en', 'fr', 'de'])
    expect(shownLocales('en', 'ko', [], ['en'])).toEqual(['en'])
  })
})
