import type { Plural } from '../../i18n'
import type { LanguageCode } from '../../languages'
import type english from './en.json'

export type TripKey = keyof typeof english
export type TripMessages = Record<TripKey, string | Plural>

const files = import.meta.glob<TripMessages>('./*.json', { import: 'default' })

/** The trip builder's messages in one language, from a file of their own. */
export function loadTripMessages(language: LanguageCode): Promise<TripMessages> {
  return files[`./${language}.json`]!()
}
