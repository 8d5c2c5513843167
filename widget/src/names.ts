/** How a reader's language orders the parts of a person's name. */

const FAMILY_FIRST = /^(ja|zh|ko|hu)\b/

/** True where the family name is said before the given one. */
export const isFamilyFirst = (locale: string): boolean => FAMILY_FIRST.test(locale)

const EAST_ASIAN = /[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff]/

/** By what a page addresses somebody: in Japanese the family name, in Korean and Chinese the whole, else the given one. */
export function addressName(first: string, last: string, locale: string): string {
  if (locale.startsWith('ja')) return last || first
  if (EAST_ASIAN.test(first) && EAST_ASIAN.test(last)) return last + (last.length > 1 ? ' ' : '') + first
  return isFamilyFirst(locale) ? `${first} ${last}`.trim() : first
}
