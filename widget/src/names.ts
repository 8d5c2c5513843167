/** How a reader's language orders the parts of a person's name. */

const FAMILY_FIRST = /^(ja|zh|ko|hu)\b/

/** True where the family name is said before the given one. */
export const isFamilyFirst = (locale: string): boolean => FAMILY_FIRST.test(locale)

// Han, kana and Hangul, and little else that anybody is called.
const EAST_ASIAN = /[\u3005-\ud7ff]/

/** By what a page addresses somebody: in Japanese the family name, in Korean and Chinese the whole, else the given one. */
export function addressName(first: string, last: string, locale: string): string {
  if (/^ja/.test(locale)) return last || first
  if (EAST_ASIAN.test(last)) return last + (last[1] ? ' ' : '') + first
  return isFamilyFirst(locale) ? `${first} ${last}`.trim() : first
}
