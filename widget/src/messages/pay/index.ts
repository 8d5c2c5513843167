import type { Plural } from '../../i18n'
import type { PayLanguage } from '../../pay/language'
import { loaderOf } from '../load'
import type english from './en.json'

export type PayKey = keyof typeof english
export type PayMessages = Record<PayKey, string | Plural>

/** The payment page's messages in one language, from a file of their own. */
export const loadPayMessages: (language: PayLanguage) => Promise<PayMessages> = loaderOf('pay', () =>
  import.meta.glob<PayMessages>('./*.json', { import: 'default' }),
)
