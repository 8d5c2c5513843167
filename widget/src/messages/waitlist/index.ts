import type { Plural } from '../../i18n'
import { loaderOf } from '../load'
import type english from './en.json'

/** The waiting list of full departures: most visitors never see it. */
export type WaitlistKey = keyof typeof english

export const loadWaitlistMessages = loaderOf('waitlist', () =>
  import.meta.glob<Record<WaitlistKey, string | Plural>>('./*.json', { import: 'default' }),
)
