import type { Plural } from '../../i18n'
import type { KioskLanguage } from '../../kiosk/language'
import { loaderOf } from '../load'
import type english from './en.json'

export type KioskKey = keyof typeof english
export type KioskMessages = Record<KioskKey, string | Plural>

/** The kiosk's messages in one language, from a file of their own. */
export const loadKioskMessages: (language: KioskLanguage) => Promise<KioskMessages> = loaderOf('kiosk', () =>
  import.meta.glob<KioskMessages>('./*.json', { import: 'default' }),
)
