/** How a reader's language orders the parts of a person's name. */

const FAMILY_FIRST = /^(ja|zh|ko|hu)\b/

/** True where the family name is said before the given one. */
export const isFamilyFirst = (locale: string): boolean => FAMILY_FIRST.test(locale)
