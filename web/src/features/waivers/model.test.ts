import { describe, expect, it } from 'vitest'
import type { WaiverTemplate } from '@/api/models'
import {
  bodyOf,
  formOf,
  newOption,
  newQuestion,
  problemsOf,
  untranslated,
  wordOf,
  type Question,
  type TemplateValues,
} from './model'
import { resolved } from './resolver'

const swim: Question = { id: 'swim', kind: 'yes_no', is_required: true, labels: { en: 'Can you swim?' }, options: [] }
const size: Question = {
  ...{ id: 'size', kind: 'choice', is_required: false, labels: { en: 'Size', es: 'Talla' } },
  options: [{ id: 'm', labels: { en: 'Medium', es: '' } }],
}
const values: TemplateValues = {
  ...formOf(undefined, 'en'),
  name: 'Risks',
  texts: [
    { locale: 'en', text: 'Water is wet.' },
    { locale: 'es', text: 'El agua moja.' },
  ],
  questions: [swim, size],
}

describe('the form', () => {
  it('of a new waiver is in the reader’s language', () => {
    expect(formOf(undefined, 'sv')).toMatchObject({ locale: 'sv', texts: [{ locale: 'sv', text: '' }], questions: [] })
  })

  it('of one that is there gives back what it was made of', () => {
    const body = bodyOf(values)
    const template = { ...body, id: 7, version: 3 } as unknown as WaiverTemplate
    expect(bodyOf(formOf(template, 'de'))).toEqual({ ...body, id: 7, version: 3 })
  })
})

describe('what is sent', () => {
  it('has texts as HTML, and no empty words', () => {
    expect(bodyOf(values)).toMatchObject({
      texts: [
        { locale: 'en', body_html: '<p>Water is wet.</p>' },
        { locale: 'es', body_html: '<p>El agua moja.</p>' },
      ],
      questions: [{ labels: { en: 'Can you swim?' } }, { options: [{ id: 'm', labels: { en: 'Medium' } }] }],
    })
  })

  it('leaves out the words of a language that was removed, and the options of what is no choice', () => {
    const one = { ...values, texts: values.texts.slice(0, 1), questions: [{ ...size, kind: 'text' as const }] }
    expect(bodyOf(one).questions).toEqual([
      { id: 'size', kind: 'text', is_required: false, labels: { en: 'Size' }, options: [] },
    ])
  })
})

describe('problems', () => {
  it('of a finished waiver are none', () => expect(problemsOf(values)).toEqual([]))

  it.each<[string, Partial<TemplateValues>, string, string, string]>([
    ['a name', { name: ' ' }, 'name', 'en', 'required'],
    ['a short name', { name: 'x'.repeat(121) }, 'name', 'en', 'tooLong'],
    ['a text', { texts: [values.texts[0]!, { locale: 'es', text: ' ' }] }, 'texts.1.text', 'es', 'required'],
    ['a question’s words', { questions: [newQuestion()] }, 'questions.0.labels.en', 'en', 'required'],
    ['an option', { questions: [swim, { ...size, options: [] }] }, 'questions.1.options', 'en', 'options'],
    [
      'an option’s words',
      { questions: [{ ...size, options: [newOption()] }] },
      'questions.0.options.0.labels.en',
      'en',
      'required',
    ],
  ])('name %s that is missing', (_, change, name, locale, rule) => {
    expect(problemsOf({ ...values, ...change })).toEqual([{ name, locale, rule }])
  })

  it('stand at their fields', () => {
    const { errors } = resolved(values, problemsOf({ ...values, questions: [newQuestion()] }))
    expect(errors).toMatchObject({ questions: [{ labels: { en: { message: 'required' } } }] })
    expect(resolved(values, [])).toEqual({ values, errors: {} })
  })
})

it('counts what is not translated, options of a choice among it', () => {
  expect(untranslated([swim, size], 'es')).toBe(2)
  expect(untranslated([swim, { ...size, kind: 'text' }], 'es')).toBe(1)
  expect(untranslated([swim, size], 'en')).toBe(0)
})

it('shows the main language’s words where there are none', () => {
  expect(wordOf({ en: 'Size', es: 'Talla' }, 'es', 'en')).toBe('Talla')
  expect(wordOf({ en: 'Size', es: ' ' }, 'es', 'en')).toBe('Size')
  expect(wordOf({}, 'es', 'en')).toBe('')
})

it('gives questions and options ids that the server takes', () => {
  expect([newQuestion().id, newOption().id].every((id) => /^[a-z0-9][a-z0-9_-]{0,39}$/.test(id))).toBe(true)
})
