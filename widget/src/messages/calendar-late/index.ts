import type { Plural } from '../../i18n'
import { loaderOf } from '../load'
import type english from './en.json'

/** Failures, languages, what staff see and what is only read out: nothing that a first look shows. */
export type LateKey = keyof typeof english

export const loadLateMessages = loaderOf('calendar-late', () =>
  import.meta.glob<Record<LateKey, string | Plural>>('./*.json', { import: 'default' }),
)
