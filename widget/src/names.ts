/** How a reader's language orders the parts of a person's name. */

const FAMILY_FIRST = /^(ja|zh|ko|hu)\b/

/** True where the family name is said before the given one. */
export const isFamilyFirst = (locale: string): boolean => FAMILY_FIRST.test(locale)

// Han, kana and Hangul, and little else that anybody is called.
const EAST_ASIAN = /[\u3005-\ud7ff]/

/** A whole name, ordered by its own script: 山田太郎 has the family first, and no blank after one sign. */
export const fullName = (first: string, last: string): string =>
  EAST_ASIAN.test(last) ? last + (last[1] && first ? ' ' : '') + first : `${first} ${last}`.trim()

/** By what a page addresses somebody: in Japanese the family name, in Korean and Chinese the whole, else the given one. */
export function addressName(first: string, last: string, locale: string): string {
  if (/^ja/.test(locale)) return last || first
  if (EAST_ASIAN.test(last)) return fullName(first, last)
  return isFamilyFirst(locale) ? `${first} ${last}`.trim() : first
}
