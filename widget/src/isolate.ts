/** Texts side by side whose directions differ: each is kept in one piece and in its own order. */

/** Languages that run from right to left, by their tags. */
export const RIGHT_TO_LEFT = /^(ar|he|fa|ur)\b/
const HAS_RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/

/** Sets a text apart (U+2068, U+2069) where its surroundings, or it itself, run from right to left. */
export const isolate = (text: string, locale: string): string =>
  RIGHT_TO_LEFT.test(locale) || HAS_RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text

/** Facts in one line, with dots between them; what is empty is left out. */
export const dotted = (parts: readonly (string | number | false | null | undefined)[], locale: string): string =>
  parts.filter(Boolean).map((part) => isolate(String(part), locale)).join(' · ')
