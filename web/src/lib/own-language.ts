import { api } from '@/api/client'
import type { Locale } from '@/routes'

/** Make a language the reader's own: on every machine, and in what is mailed to them. */
export async function saveOwnLanguage(locale: Locale): Promise<void> {
  // The choice holds on this machine in any case; the next one asks again.
  await api.POST('/api/me/save', { body: { locale } }).catch(() => undefined)
}
