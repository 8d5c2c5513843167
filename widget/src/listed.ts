import { isolate } from './isolate'

/** Several things in one line as the locale lists them; what is empty is left out. */
export const listed = (parts: readonly (string | false)[], locale: string): string =>
  new Intl.ListFormat(locale).format(parts.filter((part) => part !== false).map((part) => isolate(part, locale)))
