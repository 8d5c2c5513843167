import type { WaiverTemplate, WaiverTemplateIn } from '@/api/models'
import { htmlOf, textOf } from './text'

export const kinds = ['any', 'adult', 'minor'] as const
export const requirements = ['guardian_for_minor', 'initials', 'photo', 'id_number'] as const
export const questionKinds = ['text', 'yes_no', 'choice'] as const
export type QuestionKind = (typeof questionKinds)[number]

export const mostQuestions = 20
export const mostOptions = 20

/** Words by language. */
export type Labels = Record<string, string>
export type Option = { id: string; labels: Labels }
export type Question = { id: string; kind: QuestionKind; is_required: boolean; labels: Labels; options: Option[] }

export type TemplateValues = Required<Omit<WaiverTemplateIn, 'texts' | 'questions' | 'id' | 'version'>> & {
  id?: number
  version?: number
  /** What is read, by language, as people type it; in the order in which the languages were added. */
  texts: { locale: string; text: string }[]
  questions: Question[]
}

/** What the form shows of a template; of a new one in the reader's language when there is none. */
export function formOf(template: WaiverTemplate | undefined, locale: string): TemplateValues {
  return {
    id: template?.id,
    version: template?.version,
    name: template?.name ?? '',
    kind: (template?.kind as TemplateValues['kind']) ?? 'any',
    locale: template?.locale ?? locale,
    requires: (template?.requires as TemplateValues['requires']) ?? [],
    valid_days: template ? template.valid_days : 365,
    is_reusable: template?.is_reusable ?? true,
    is_active: template?.is_active ?? true,
    texts: template?.texts.map((one) => ({ locale: one.locale, text: textOf(one.body_html) })) ?? [
      { locale, text: '' },
    ],
    questions: (template?.questions as Question[] | undefined) ?? [],
  }
}

/** What is sent: words in the languages that are offered, options only of a choice. */
export function bodyOf({ texts, questions, ...values }: TemplateValues): WaiverTemplateIn {
  const locales = texts.map((one) => one.locale)
  return {
    ...values,
    texts: texts.map(({ locale, text }) => ({ locale, body_html: htmlOf(text) })),
    questions: questions.map(({ labels, options, ...question }) => ({
      ...question,
      labels: wordsIn(labels, locales),
      options:
        question.kind === 'choice' ? options.map(({ id, labels: own }) => ({ id, labels: wordsIn(own, locales) })) : [],
    })),
  }
}

const wordsIn = (labels: Labels, locales: readonly string[]): Labels =>
  Object.fromEntries(locales.flatMap((locale) => (labels[locale]?.trim() ? [[locale, labels[locale].trim()]] : [])))

/** Something's name in a template that no other thing there has; it never changes, since answers are kept by it. */
export const freshId = (prefix: 'q' | 'o') => `${prefix}-${crypto.randomUUID().slice(0, 8)}`

export const newOption = (): Option => ({ id: freshId('o'), labels: {} })
export const newQuestion = (): Question => ({
  id: freshId('q'),
  kind: 'yes_no',
  is_required: true,
  labels: {},
  options: [],
})

/** What is wrong with a waiver as it is typed: the field's name, and the language to show it in. */
export type Problem = { name: string; locale: string; rule: 'required' | 'tooLong' | 'options' }

const longestName = 120
const longestText = 20_000

/** What a waiver lacks: a name, a text in every language, and words of its questions in the main one. */
export function problemsOf(values: Pick<TemplateValues, 'name' | 'locale' | 'texts' | 'questions'>): Problem[] {
  const { name: title, locale: main, texts, questions } = values
  const line = (text: string, most: number, name: string, locale: string): Problem[] => {
    const rule = !text.trim() ? 'required' : text.length > most ? 'tooLong' : null
    return rule ? [{ name, locale, rule }] : []
  }
  const missing = (labels: Labels, name: string): Problem[] =>
    labels[main]?.trim() ? [] : [{ name: `${name}.labels.${main}`, locale: main, rule: 'required' }]
  return [
    ...line(title, longestName, 'name', main),
    ...texts.flatMap(({ locale, text }, place) => line(text, longestText, `texts.${place}.text`, locale)),
    ...questions.flatMap((question, place) => {
      const name = `questions.${place}`
      const options = question.kind === 'choice' ? question.options : []
      return [
        ...missing(question.labels, name),
        ...(question.kind === 'choice' && options.length === 0
          ? [{ name: `${name}.options`, locale: main, rule: 'options' } as const]
          : []),
        ...options.flatMap((option, at) => missing(option.labels, `${name}.options.${at}`)),
      ]
    }),
  ]
}

/** How many words of questions are not there yet in a language: they are asked in the main one. */
export function untranslated(questions: readonly Question[], locale: string): number {
  const labels = questions.flatMap((one) => [one.labels, ...(one.kind === 'choice' ? one.options : []).map(labelsOf)])
  return labels.filter((own) => !own[locale]?.trim()).length
}

const labelsOf = ({ labels }: Option) => labels

/** The words signers see: in their language, else in the template's own. */
export const wordOf = (labels: Labels, locale: string, main: string) =>
  labels[locale]?.trim() || labels[main]?.trim() || ''
