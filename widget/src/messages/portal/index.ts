import type { Plural } from '../../i18n'
import type { GuestLanguage } from '../../guest-page/language'
import { loaderOf } from '../load'
import type english from './en.json'

export type PortalKey = keyof typeof english
export type PortalMessages = Record<PortalKey, string | Plural>

/** The messages of the customer's page in one language, from a file of their own. */
export const loadPortalMessages: (language: GuestLanguage) => Promise<PortalMessages> = loaderOf('portal', () =>
  import.meta.glob<PortalMessages>('./*.json', { import: 'default' }),
)
