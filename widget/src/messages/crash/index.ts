import { loaderOf } from '../load'
import type english from './en.json'

export type CrashKey = keyof typeof english

/** The languages of all pages: some say `zh`, others which script. */
export const LANGUAGES = 'en es fr de it ja zh zh-CN zh-TW nl pt ar he hi cs da tl fi el ko pl sv ru'.split(' ')

const load = loaderOf('crash', () =>
  import.meta.glob<Record<CrashKey, string>>('./*.json', { import: 'default' }),
)

const UNFETCHED: Record<CrashKey, string> = {
  title: 'Something went wrong here',
  text: 'Sorry, that’s our fault. Reload the page to go on. A booking that was confirmed stays confirmed.',
  reference: 'If it happens again, tell us this reference: {reference}',
  reload: 'Reload page',
}

/** What to say when a screen broke; in English where the words can't be fetched any more. */
export async function loadCrashMessages(language: string): Promise<Record<CrashKey, string>> {
  try {
    return await load(language)
  } catch {
    return UNFETCHED
  }
}

/** The language of ours that a page's own language is: what the page speaks, else English. */
export const languageOf = (tag: string): string => LANGUAGES.find((one) => one === tag) ?? LANGUAGES.find((one) => one === tag.split('-')[0]) ?? 'en'
