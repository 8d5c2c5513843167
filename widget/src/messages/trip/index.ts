import type { Plural } from '../../i18n'
import type { LanguageCode } from '../../languages'
import { loaderOf } from '../load'
import type english from './en.json'

export type TripKey = keyof typeof english
export type TripMessages = Record<TripKey, string | Plural>

/** The trip builder's messages in one language, from a file of their own. */
export const loadTripMessages: (language: LanguageCode) => Promise<TripMessages> = loaderOf('trip', () =>
  import.meta.glob<TripMessages>('./*.json', { import: 'default' }),
)
