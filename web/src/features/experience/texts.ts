import * as z from 'zod/mini'
import type { ContentIn, Contents } from '@/api/models'
import { htmlToText, textToHtml } from '@/features/experiences/text'
import * as rules from '@/lib/rules'

export const textNames = [
  'name',
  'short_description',
  'description_html',
  'inclusions',
  'exclusions',
  'meeting_point',
  'what_to_bring',
] as const

type TextName = (typeof textNames)[number]
export type Texts = Record<TextName, string>

/** The texts of a language; only the operator's own has to have a name, the others fall back to it. */
export const textsSchema = (isOwn: boolean) =>
  z.object({
    name: isOwn ? rules.name(120) : rules.trimmed(120),
    short_description: rules.text(500),
    description_html: rules.text(20_000),
    inclusions: rules.text(20_000),
    exclusions: rules.text(20_000),
    meeting_point: rules.text(500),
    what_to_bring: rules.text(2_000),
  })

/** The texts of a language as people edit them: all empty where nothing is written yet. */
export function textsOf(contents: Contents, locale: string): Texts {
  const found = contents.contents.find((one) => one.locale === locale)
  return {
    name: found?.name ?? '',
    short_description: found?.short_description ?? '',
    description_html: htmlToText(found?.description_html ?? ''),
    inclusions: found?.inclusions ?? '',
    exclusions: found?.exclusions ?? '',
    meeting_point: found?.meeting_point ?? '',
    what_to_bring: found?.what_to_bring ?? '',
  }
}

/** What changed, as the server takes it; a description that was not touched keeps its HTML. */
export function textsChanges(before: Texts, values: Texts): Omit<ContentIn, 'locale' | 'version'> {
  const changed = textNames.filter((name) => before[name] !== values[name])
  return Object.fromEntries(
    changed.map((name) => [name, name === 'description_html' ? textToHtml(values[name]) : values[name].trim()]),
  )
}

/** How much of what the operator's own language says is said in another: "3/5". */
export function countDraft(contents: Contents, locale: string): string {
  const own = textsOf(contents, contents.own_locale)
  const other = textsOf(contents, locale)
  const asked = textNames.filter((name) => own[name])
  return `${asked.filter((name) => other[name]).length}/${asked.length}`
}

/** The texts of one language as the server takes them, over the version they were read at. */
export const textsBody = (read: Contents, locale: string, values: Texts): ContentIn => ({
  locale,
  version: read.version,
  ...textsChanges(textsOf(read, locale), values),
})
