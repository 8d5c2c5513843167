import { isBlank, linesToEditor, toDocument, toEditor, type DocNode } from './document'
import type { Category } from './model'
import type { Channel, TemplateFull, TemplateText } from './types'

/** A template as its form holds it; words by language. */
export type TemplateValues = {
  id: number
  version: number
  name: string
  channel: Channel
  is_active: boolean
  experience_ids: number[]
  trip_methods: string[]
  texts: Record<string, HeldText>
}

/** Words in the form; `is_own` where the operator keeps them as theirs, changed or not. */
export type HeldText = TemplateText & { is_own: boolean }

/** Words as the form holds them: what the editor would make of them, so that only changes are changes. */
const heldText = (text: TemplateText, is_own: boolean): HeldText => ({
  locale: text.locale,
  subject: text.subject,
  preheader: text.preheader,
  document: toDocument(toEditor(text.document)),
  sms_text: text.sms_text,
  is_own,
})

export const blankText = (locale: string): HeldText => ({
  locale,
  subject: '',
  preheader: '',
  document: { type: 'doc', content: [] },
  sms_text: '',
  is_own: true,
})

/** What the form shows: an operator's own words, and where they wrote none those that ship. */
export function formOf(template: TemplateFull, locale: string): TemplateValues {
  const texts: Record<string, HeldText> = {}
  for (const text of template.shipped) texts[text.locale] = heldText(text, false)
  for (const text of template.texts) texts[text.locale] = heldText(text, true)
  if (Object.keys(texts).length === 0) texts[locale] = blankText(locale)
  return {
    id: template.id,
    version: template.version,
    name: template.name,
    channel: template.channel,
    is_active: template.is_active,
    experience_ids: template.experience_ids,
    trip_methods: template.trip_methods,
    texts,
  }
}

/** Words without how the form holds them. */
export function draftOf(held: HeldText): TemplateText {
  const { locale, subject, preheader, document, sms_text } = held
  return { locale, subject, preheader, document, sms_text }
}

const wordsOf = (text: HeldText) => JSON.stringify(draftOf(text))

/** The languages that have words of the operator's own as the form stands: taken over, or changed. */
export function ownLocales(values: Pick<TemplateValues, 'texts'>, template: TemplateFull): string[] {
  const shipped = new Map(template.shipped.map((text) => [text.locale, wordsOf(heldText(text, false))]))
  return Object.values(values.texts)
    .filter((text) => text.is_own || wordsOf(text) !== shipped.get(text.locale))
    .map((text) => text.locale)
}

/**
 * Whose words the guests of a language get: its own, those of the operator's language, or those that ship.
 *
 * The server chooses so (messaging/template_queries.py).
 */
export function sourceOf(locale: string, main: string, own: readonly string[]): 'own' | 'main' | 'shipped' {
  if (own.includes(locale)) return 'own'
  return own.includes(main) ? 'main' : 'shipped'
}

/** The words that guests of a language get as the form stands. */
export function textFor(locale: string, main: string, values: Pick<TemplateValues, 'texts'>, template: TemplateFull) {
  const source = sourceOf(locale, main, ownLocales(values, template))
  return (source === 'main' ? values.texts[main] : values.texts[locale]) ?? blankText(locale)
}

/** What is sent: words that are the operator's own; those that ship stay as they ship. */
export function bodyOf(values: TemplateValues, template: TemplateFull) {
  const own = ownLocales(values, template)
  const { texts, ...rest } = values
  return {
    ...rest,
    category: template.category,
    texts: Object.values(texts)
      .filter((text) => own.includes(text.locale))
      .map(draftOf),
  }
}

/** What words lack to be sent: by the channels they go out on. */
export function lacks(text: TemplateText, channel: Channel): ('subject' | 'document' | 'sms_text')[] {
  const made: ReturnType<typeof lacks> = []
  if (channel !== 'sms' && !text.subject.trim()) made.push('subject')
  if (channel !== 'sms' && isBlank(text.document)) made.push('document')
  if (channel !== 'email' && !text.sms_text.trim()) made.push('sms_text')
  return made
}

/** Words of one language as a beginning for another. */
export const copied = (from: TemplateText, locale: string): HeldText => ({
  ...heldText(from, true),
  locale,
  document: JSON.parse(JSON.stringify(from.document)) as DocNode,
})

/**
 * The languages to show as tabs: the main one, those with own words, the reader's; the others wait in a menu.
 */
export function shownLocales(main: string, reader: string, own: readonly string[], known: readonly string[]): string[] {
  const all = [main, ...own, ...(known.includes(reader) ? [reader] : [])]
  return [...new Set(all)]
}

type Beginning = {
  category: Category
  name: string
  main: string
  source: TemplateFull | null
  /** What an empty one says at first. */
  greeting: string
}

/** What is sent for a new template: the words of another one, or a greeting to go on from. */
export function beginningOf({ category, name, main, source, greeting }: Beginning) {
  const known = source && (source.texts.length ? source.texts : source.shipped.filter((text) => text.locale === main))
  const first = known?.length ? known : [{ ...firstWords(main, name, greeting) }]
  return {
    id: null,
    version: null,
    name,
    category,
    channel: source?.channel ?? 'email',
    is_active: true,
    experience_ids: source?.experience_ids ?? [],
    trip_methods: source?.trip_methods ?? [],
    texts: first,
  }
}

const firstWords = (locale: string, subject: string, greeting: string): TemplateText => ({
  locale,
  subject,
  preheader: '',
  document: toDocument(linesToEditor(greeting)),
  sms_text: '',
})
