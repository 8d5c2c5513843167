/** Words by the browser's own translator, where it has one: for languages that we do not speak ourselves. */
import type { CalendarKey } from '../../messages/calendar'
import type { Plural } from '../../i18n'
import type { Messages } from '../../words'

type Translator = { translate: (text: string) => Promise<string> }
type TranslatorFactory = {
  availability: (pair: { sourceLanguage: string; targetLanguage: string }) => Promise<string>
  create: (pair: { sourceLanguage: string; targetLanguage: string }) => Promise<Translator>
}

const factory = (): TranslatorFactory | undefined => (globalThis as { Translator?: TranslatorFactory }).Translator

/** Browsers call Norwegian by the name of its written form. */
const pairTo = (language: string) => ({ sourceLanguage: 'en', targetLanguage: language === 'no' ? 'nb' : language })

/** Whether the browser could translate into a language. It never throws. */
export async function canTranslate(language: string): Promise<boolean> {
  try {
    return ((await factory()?.availability(pairTo(language))) ?? 'unavailable') !== 'unavailable'
  } catch {
    return false
  }
}

const placeholders = (text: string): string => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join()

/** A translation that lost one of its placeholders says something else: the English text is better. */
async function translated(translator: Translator, text: string): Promise<string> {
  const found = await translator.translate(text)
  return placeholders(found) === placeholders(text) ? found : text
}

async function translatedForms(translator: Translator, { other }: Plural): Promise<Plural> {
  return { other: await translated(translator, other) }
}

/** The messages in another language, null where the browser has no way to it. */
export async function translateMessages(messages: Messages<CalendarKey>, language: string): Promise<Messages<CalendarKey> | null> {
  if (!(await canTranslate(language))) return null
  try {
    const translator = await factory()!.create(pairTo(language))
    const texts = Object.entries(messages).map(async ([key, message]) => [
      key,
      await (typeof message === 'string' ? translated(translator, message) : translatedForms(translator, message)),
    ])
    return Object.fromEntries(await Promise.all(texts)) as Messages<CalendarKey>
  } catch {
    return null
  }
}
