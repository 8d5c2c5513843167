import type { Plural } from '../../i18n'
import type { PayLanguage } from '../../pay/language'
import type english from './en.json'

export type PayKey = keyof typeof english
export type PayMessages = Record<PayKey, string | Plural>

const files = import.meta.glob<PayMessages>('./*.json', { import: 'default' })

/** The payment page's messages in one language, from a file of their own. */
export function loadPayMessages(language: PayLanguage): Promise<PayMessages> {
  return files[`./${language}.json`]!()
}
