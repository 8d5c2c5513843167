import type { Plural } from '../../i18n'
import type { SignLanguage } from '../../sign/language'
import { loaderOf } from '../load'
import type english from './en.json'

export type SignKey = keyof typeof english
export type SignMessages = Record<SignKey, string | Plural>

/** The signing page's messages in one language, from a file of their own. */
export const loadSignMessages: (language: SignLanguage) => Promise<SignMessages> = loaderOf('sign', () =>
  import.meta.glob<SignMessages>('./*.json', { import: 'default' }),
)
